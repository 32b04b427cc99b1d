#include "ui/runs/centre_header.h"

#include "ui/commands/actions.h"
#include "ui/look/elided_line.h"
#include "ui/look/header_look.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>

namespace ui::runs {

CentreHeader::CentreHeader(look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("centreHeader"));
    auto* row = new QHBoxLayout(this);
    m_title = new look::ElidedLine(this);
    m_title->setObjectName(QStringLiteral("programTitle"));
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_title->setMinimumWidth(1);
    // In a narrow header, the section is elided first, and the title only if that is not enough.
    m_section = new look::ElidedLine(this);
    m_section->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_chip = new QLabel(this);
    m_chip->setObjectName(QStringLiteral("platformChip"));
    m_chip->setAlignment(Qt::AlignCenter);
    row->addWidget(m_title);
    row->addWidget(m_section, 1);
    row->addWidget(m_chip);
    connect(&theme, &look::Theme::changed, this, &CentreHeader::restyle);
    restyle();
}

void CentreHeader::setTitle(const QString& title, const QString& section, const QString& number)
{
    m_title->setText(title);
    m_title->setToolTip(title);
    m_section->setText(section);
    m_section->setShortForm(number);
    m_section->setToolTip(section);
    fit();
}

void CentreHeader::setChip(const QString& text, const QString& toolTip)
{
    m_chip->setText(text);
    m_chip->setToolTip(toolTip);
    m_chip->setVisible(!text.isEmpty());
    fit();
}

void CentreHeader::addChip(QWidget* chip)
{
    auto* row = static_cast<QHBoxLayout*>(layout());
    row->insertWidget(row->indexOf(m_chip), chip);
}

void CentreHeader::addTool(QAction* action, const QString& icon, Room room)
{
    auto* button = new QToolButton(this);
    // The button uses the header's icon and colours, and the action's tooltip, name and state.
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    const auto follow = [button, action] {
        button->setCheckable(action->isCheckable());
        button->setChecked(action->isChecked());
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
        button->setAccessibleName(commands::nameOf(*action));
    };
    connect(action, &QAction::changed, button, follow);
    follow();
    layout()->addWidget(button);
    m_tools.push_back({button, icon});
    if (room == Room::IfTitleFits)
        m_optional.push_back(button);
    restyle();
}

void CentreHeader::addDivider(Room room)
{
    auto* line = look::makeLine(Qt::Vertical, this);
    layout()->addWidget(line);
    m_dividers.push_back(line);
    if (room == Room::IfTitleFits)
        m_optional.push_back(line);
    restyle();
}

void CentreHeader::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    look::styleHeader(m_theme, {*this, *m_title, *m_section, *m_chip});
    for (const Tool& tool : m_tools)
        look::styleIconButton(m_theme, *tool.button, tool.icon, 26, 15);
    for (QWidget* line : m_dividers) {
        line->setFixedSize(1, m_theme.px(16));
        look::setGround(*line, tokens.line);
    }
    fit();
    update();
}

void CentreHeader::fit()
{
    for (QWidget* part : m_optional)
        part->show();
    const bool isCut = layout()->sizeHint().width() > width();
    for (QWidget* part : m_optional)
        part->setVisible(!isCut);
}

void CentreHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void CentreHeader::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    look::paintGround(*this, tokens.panel, height() - 1, tokens.line);
}

}  // namespace ui::runs
