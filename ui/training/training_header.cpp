#include "ui/training/training_header.h"

#include "ui/look/elided_line.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QResizeEvent>

namespace ui::training {

namespace {

constexpr int kWide = 598;  ///< width at which there is room for the title and the button that computes values

}  // namespace

TrainingHeader::TrainingHeader(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    m_icon = new QLabel(this);
    m_title = new QLabel(this);
    m_parameters = new look::ElidedLine(this);
    m_choice = new look::Segmented(m_theme, look::Segmented::Size::Small, this);
    m_axis = new look::Segmented(m_theme, look::Segmented::Size::Small, this);
    m_compute = new QPushButton(this);
    m_compute->setObjectName(QStringLiteral("computeValues"));
    m_compute->setProperty("role", QStringLiteral("small"));
    m_export = new QToolButton(this);
    look::inLanguage(this, [this] {
        m_axis->setSegments({tr("By epoch"), tr("By time")});
        m_compute->setText(tr("Compute values"));
        m_compute->setToolTip(tr("Run again and compute loss and accuracy; as Computed beside the machine"));
        m_export->setAccessibleName(tr("Export the plot"));
        m_export->setToolTip(tr("Write the plot to a file: SVG, PDF or PNG"));
    });
    m_axis->setCurrent(1);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_icon);
    row->addWidget(m_title);
    row->addWidget(m_parameters, 1);
    row->addWidget(m_compute);
    row->addWidget(m_choice);
    row->addWidget(m_axis);
    row->addWidget(m_export);
    connect(m_axis, &look::Segmented::chosen, this, &TrainingHeader::axisChosen);
    connect(m_export, &QToolButton::clicked, this, &TrainingHeader::exportWanted);
    connect(&m_theme, &look::Theme::changed, this, &TrainingHeader::restyle);
    restyle();
}

void TrainingHeader::setPages(const QStringList& titles)
{
    delete m_choice;
    m_choice = new look::Segmented(m_theme, look::Segmented::Size::Small, this);
    m_choice->setSegments(titles);
    connect(m_choice, &look::Segmented::chosen, this, &TrainingHeader::pageChosen);
    static_cast<QHBoxLayout*>(layout())->insertWidget(4, m_choice);
}

void TrainingHeader::showPage(int page, const Content& content)
{
    m_title->setText(content.title);
    m_parameters->setText(content.parameters);
    m_parameters->setToolTip(content.toolTip);
    m_axis->setVisible(content.hasAxis);
    m_export->setVisible(content.hasPlot);
    m_choice->setVisible(m_choice->count() > 1);
    m_choice->setCurrent(page);
    m_lacksValues = content.lacksValues;
    showWhatFits();
}

void TrainingHeader::setValuesCommand(QAction& command)
{
    m_valuesCommand = &command;
    connect(m_compute, &QPushButton::clicked, &command, &QAction::trigger);
    connect(&command, &QAction::enabledChanged, this, &TrainingHeader::showWhatFits);
    showWhatFits();
}

void TrainingHeader::showWhatFits()
{
    m_icon->setVisible(m_hasRoom);
    m_title->setVisible(m_hasRoom);
    m_compute->setVisible(m_hasRoom && m_lacksValues && m_valuesCommand != nullptr && m_valuesCommand->isEnabled());
}

void TrainingHeader::resizeEvent(QResizeEvent*)
{
    m_hasRoom = width() >= m_theme.px(kWide);
    showWhatFits();
}

void TrainingHeader::restyle()
{
    const look::Tokens& t = m_theme.tokens();
    setFixedHeight(m_theme.px(36));
    layout()->setContentsMargins(m_theme.px(14), m_theme.px(2), m_theme.px(14), 0);
    layout()->setSpacing(m_theme.px(8));
    m_icon->setPixmap(m_theme.icon(QStringLiteral("chart"), t.text2).pixmap(m_theme.px(15), m_theme.px(15)));
    look::setTextStyle(*m_title, m_theme.sans(12, QFont::DemiBold), t.text);
    look::setTextStyle(*m_parameters, m_theme.sans(11), t.text2);
    m_parameters->setMinimumWidth(0);
    m_parameters->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    look::styleIconButton(m_theme, *m_export, QStringLiteral("export"));
}

}  // namespace ui::training
