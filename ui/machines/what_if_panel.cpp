#include "ui/machines/what_if_panel.h"

#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QGridLayout>
#include <QPainter>
#include <QSignalBlocker>
#include <cmath>

namespace ui::machines {

using Faster = engine::device::MachineChange::Faster;

namespace {

/// A slider step is a factor of sqrt(2); the range is 1/8 to 8.
constexpr int kMaxSteps = 6;

double factorOf(int step)
{
    return std::exp2(step / 2.0);
}

QString factorText(int step)
{
    return QStringLiteral("× ") + QString::number(factorOf(step), 'g', 3);
}

}  // namespace

WhatIfPanel::WhatIfPanel(const look::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("whatIf"));
    new QGridLayout(this);
    m_title = new QLabel(this);
    m_note = new QLabel(this);
    m_note->setTextFormat(Qt::PlainText);
    m_reset = new QPushButton(this);
    m_reset->setObjectName(QStringLiteral("whatIfReset"));
    m_save = new QPushButton(this);
    m_save->setObjectName(QStringLiteral("whatIfSave"));
    m_close = new QToolButton(this);
    m_close->setObjectName(QStringLiteral("whatIfClose"));
    m_link = addRow("whatIfLink", -kMaxSteps, kMaxSteps, 0);
    m_dispatch = addRow("whatIfDispatch", -kMaxSteps, kMaxSteps, 1);
    m_engines = addRow("whatIfEngines", 1, 4, 2);
    m_streams = addRow("whatIfStreams", 1, 4, 3);
    m_gpus = addRow("whatIfGpus", 0, 2, 4);
    m_fasterName = new QLabel(this);
    m_faster = new QComboBox(this);
    m_faster->setObjectName(QStringLiteral("whatIfFaster"));
    look::inLanguage(this, [this] { setTexts(); });
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_note, 0, 1, 1, 5);
    grid->addWidget(m_reset, 0, 6);
    grid->addWidget(m_save, 0, 7);
    grid->addWidget(m_close, 0, 8);
    grid->addWidget(m_fasterName, 2, 6);
    grid->addWidget(m_faster, 2, 7, 1, 2);
    for (const int column : {1, 4, 7})
        grid->setColumnStretch(column, 1);
    connect(m_faster, &QComboBox::currentIndexChanged, this, [this] {
        showValues();
        emit changed();
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        setNumbers(m_numbers);
        emit changed();
    });
    connect(m_save, &QPushButton::clicked, this, &WhatIfPanel::saveWanted);
    connect(m_close, &QToolButton::clicked, this, &WhatIfPanel::closeWanted);
    connect(&theme, &look::Theme::changed, this, &WhatIfPanel::restyle);
    setNumbers({});
    restyle();
}

void WhatIfPanel::setTexts()
{
    setAccessibleName(tr("What if the machine were different"));
    m_title->setText(tr("What if"));
    m_reset->setText(tr("Reset"));
    m_save->setText(tr("Save as machine…"));
    m_close->setToolTip(tr("Close without changing the machine"));
    m_close->setAccessibleName(m_close->toolTip());
    m_link.name->setText(tr("Link bandwidth"));
    m_dispatch.name->setText(tr("Cost of issuing"));
    m_engines.name->setText(tr("Copy engines per direction"));
    m_streams.name->setText(tr("Streams and workers"));
    m_gpus.name->setText(tr("More GPUs"));
    for (const Row* row : {&m_link, &m_dispatch, &m_engines, &m_streams, &m_gpus})
        row->slider->setAccessibleName(row->name->text());
    m_fasterName->setText(tr("Twice as fast"));
    m_faster->setAccessibleName(m_fasterName->text());
    look::setItems(*m_faster,
                   {tr("nothing"), tr("products"), tr("convolutions"), tr("elementwise"), tr("pages of the host")});
}

WhatIfPanel::Row WhatIfPanel::addRow(const char* name, int minimum, int maximum, int at)
{
    Row row;
    row.name = new QLabel(this);
    row.slider = new QSlider(Qt::Horizontal, this);
    row.slider->setObjectName(QLatin1String(name));
    row.slider->setRange(minimum, maximum);
    row.slider->setPageStep(1);
    row.value = new QLabel(this);
    auto* grid = static_cast<QGridLayout*>(layout());
    const int line = 1 + at % 2;
    const int column = at / 2 * 3;
    grid->addWidget(row.name, line, column);
    grid->addWidget(row.slider, line, column + 1);
    grid->addWidget(row.value, line, column + 2);
    connect(row.slider, &QSlider::valueChanged, this, [this] {
        showValues();
        emit changed();
    });
    return row;
}

void WhatIfPanel::setNumbers(const engine::device::MachineNumbers& numbers)
{
    m_numbers = numbers;
    const auto put = [](QSlider* slider, int value) {
        const QSignalBlocker blocker(slider);
        slider->setMaximum(std::max(slider->maximum(), value));
        slider->setValue(value);
    };
    put(m_link.slider, 0);
    put(m_dispatch.slider, 0);
    put(m_engines.slider, numbers.copyEngines);
    put(m_streams.slider, numbers.streams);
    put(m_gpus.slider, 0);
    {
        const QSignalBlocker blocker(m_faster);
        m_faster->setCurrentIndex(0);
    }
    for (QWidget* widget : {static_cast<QWidget*>(m_link.slider), static_cast<QWidget*>(m_engines.slider),
                            static_cast<QWidget*>(m_streams.slider), static_cast<QWidget*>(m_gpus.slider)})
        widget->setEnabled(numbers.gpus > 0);
    showValues();
}

engine::device::MachineChange WhatIfPanel::change() const
{
    engine::device::MachineChange change;
    change.link = m_link.slider->value() == 0 ? 1.0 : factorOf(m_link.slider->value());
    change.dispatch = m_dispatch.slider->value() == 0 ? 1.0 : factorOf(m_dispatch.slider->value());
    if (m_engines.slider->value() != m_numbers.copyEngines)
        change.copyEngines = m_engines.slider->value();
    if (m_streams.slider->value() != m_numbers.streams)
        change.streams = m_streams.slider->value();
    change.faster = static_cast<Faster>(std::max(0, m_faster->currentIndex()));
    change.moreGpus = m_gpus.slider->value();
    return change;
}

QString WhatIfPanel::summary() const
{
    const engine::device::MachineChange wish = change();
    QStringList parts;
    if (wish.link != 1)
        parts << tr("links %1").arg(m_link.value->text());
    if (wish.dispatch != 1)
        parts << tr("issuing %1").arg(m_dispatch.value->text());
    if (wish.copyEngines > 0)
        parts << tr("copy engines: %1").arg(wish.copyEngines);
    if (wish.streams > 0)
        parts << tr("streams: %1").arg(wish.streams);
    if (wish.faster != Faster::None)
        parts << tr("%1 twice as fast").arg(m_faster->currentText());
    if (wish.moreGpus > 0)
        parts << tr("more GPUs: %1").arg(wish.moreGpus);
    return parts.join(QStringLiteral(", "));
}

void WhatIfPanel::setNote(const QString& text)
{
    m_note->setText(text);
    m_note->setToolTip(text);
}

void WhatIfPanel::showValues()
{
    m_link.value->setText(factorText(m_link.slider->value()));
    m_dispatch.value->setText(factorText(m_dispatch.slider->value()));
    m_engines.value->setNum(m_engines.slider->value());
    m_streams.value->setNum(m_streams.slider->value());
    m_gpus.value->setText(QStringLiteral("+%1").arg(m_gpus.slider->value()));
    const bool isChanged = !change().isNone();
    m_reset->setEnabled(isChanged);
    m_save->setEnabled(isChanged);
}

void WhatIfPanel::restyle()
{
    const look::Tokens& tokens = m_theme.tokens();
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->setContentsMargins(m_theme.px(14), m_theme.px(8), m_theme.px(12), m_theme.px(10));
    grid->setHorizontalSpacing(m_theme.px(8));
    grid->setVerticalSpacing(m_theme.px(4));
    m_title->setFont(m_theme.sans(13, QFont::DemiBold));
    m_note->setFont(m_theme.sans(11.5));
    look::setTextColour(*m_note, tokens.text3);
    m_note->setMinimumWidth(1);
    for (const Row* row : {&m_link, &m_dispatch, &m_engines, &m_streams, &m_gpus}) {
        row->name->setFont(m_theme.sans(11.5));
        row->value->setFont(m_theme.mono(11.5));
        row->value->setMinimumWidth(m_theme.px(48));
        row->slider->setMinimumWidth(m_theme.px(60));
        row->slider->setMinimumHeight(m_theme.px(24));
    }
    m_fasterName->setFont(m_theme.sans(11.5));
    m_faster->setFont(m_theme.sans(11.5));
    m_faster->setMinimumWidth(m_theme.px(90));
    for (QPushButton* button : {m_reset, m_save})
        button->setFont(m_theme.sans(11.5, QFont::Medium));
    m_close->setFixedSize(m_theme.px(26), m_theme.px(26));
    m_close->setIcon(m_theme.icon(QStringLiteral("close"), tokens.text2));
    m_close->setIconSize(QSize(m_theme.px(14), m_theme.px(14)));
    update();
}

void WhatIfPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().panel);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.tokens().line);
}

}  // namespace ui::machines
