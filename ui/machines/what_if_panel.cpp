#include "ui/machines/what_if_panel.h"

#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

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
    auto* column = new QVBoxLayout(this);
    m_grid = new QGridLayout;
    m_title = new QLabel(this);
    m_note = new QLabel(this);
    m_note->setTextFormat(Qt::PlainText);
    m_reset = new QPushButton(this);
    m_reset->setObjectName(QStringLiteral("whatIfReset"));
    m_save = new QPushButton(this);
    m_save->setObjectName(QStringLiteral("whatIfSave"));
    m_link = addRow("whatIfLink", -kMaxSteps, kMaxSteps);
    m_dispatch = addRow("whatIfDispatch", -kMaxSteps, kMaxSteps);
    m_engines = addRow("whatIfEngines", 1, 4);
    m_streams = addRow("whatIfStreams", 1, 4);
    m_gpus = addRow("whatIfGpus", 0, 2);
    m_fasterName = new QLabel(this);
    m_faster = new QComboBox(this);
    m_faster->setObjectName(QStringLiteral("whatIfFaster"));
    look::inLanguage(this, [this] { setTexts(); });
    auto* top = new QHBoxLayout;
    top->addWidget(m_title);
    top->addWidget(m_note, 1);
    top->addWidget(m_reset);
    top->addWidget(m_save);
    column->addLayout(top);
    column->addLayout(m_grid);
    connect(m_faster, &QComboBox::currentIndexChanged, this, [this] {
        showValues();
        emit changed();
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        setNumbers(m_numbers);
        emit changed();
    });
    connect(m_save, &QPushButton::clicked, this, &WhatIfPanel::saveWanted);
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

WhatIfPanel::Row WhatIfPanel::addRow(const char* name, int minimum, int maximum)
{
    Row row;
    row.name = new QLabel(this);
    row.slider = new QSlider(Qt::Horizontal, this);
    row.slider->setObjectName(QLatin1String(name));
    row.slider->setRange(minimum, maximum);
    row.slider->setPageStep(1);
    row.value = new QLabel(this);
    connect(row.slider, &QSlider::valueChanged, this, [this] {
        showValues();
        emit changed();
    });
    return row;
}

/// Arranges the rows in as many columns as fit into the width, at most three.
void WhatIfPanel::placeRows()
{
    constexpr int kMost = 3, kCells = 3;  // a row has a name, a slider and a value
    const std::vector<Row> rows{m_link, m_dispatch, m_engines, m_streams, m_gpus};
    int widest = m_fasterName->sizeHint().width() + m_faster->minimumSizeHint().width();
    for (const Row& row : rows)
        widest =
            std::max(widest, row.name->sizeHint().width() + row.slider->minimumWidth() + row.value->minimumWidth());
    widest += kCells * m_grid->horizontalSpacing();
    const QMargins margins = layout()->contentsMargins();
    const int columns = std::clamp((width() - margins.left() - margins.right()) / widest, 1, kMost);
    if (std::exchange(m_columns, columns) == columns)
        return;
    while (QLayoutItem* item = m_grid->takeAt(0))
        delete item;
    const int lines = (static_cast<int>(rows.size()) + columns) / columns;
    int at = 0;
    for (const Row& row : rows) {
        const int line = at % lines, column = at / lines * kCells;
        m_grid->addWidget(row.name, line, column);
        m_grid->addWidget(row.slider, line, column + 1);
        m_grid->addWidget(row.value, line, column + 2);
        ++at;
    }
    m_grid->addWidget(m_fasterName, at % lines, at / lines * kCells);
    m_grid->addWidget(m_faster, at % lines, at / lines * kCells + 1, 1, 2);
    for (int column = 0; column < kMost; ++column)
        m_grid->setColumnStretch(column * kCells + 1, column < columns ? 1 : 0);
}

void WhatIfPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeRows();
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
    layout()->setContentsMargins(m_theme.px(14), m_theme.px(8), m_theme.px(12), m_theme.px(10));
    layout()->setSpacing(m_theme.px(4));
    m_grid->setHorizontalSpacing(m_theme.px(8));
    m_grid->setVerticalSpacing(m_theme.px(4));
    m_title->setFont(m_theme.sans(13, QFont::DemiBold));
    look::setTextStyle(*m_note, m_theme.sans(11.5), tokens.text3);
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
    placeRows();
    update();
}

void WhatIfPanel::paintEvent(QPaintEvent*)
{
    const look::Tokens& tokens = m_theme.tokens();
    look::paintGround(*this, tokens.panel, 0, tokens.line);
}

}  // namespace ui::machines
