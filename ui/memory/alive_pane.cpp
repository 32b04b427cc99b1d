#include "ui/memory/alive_pane.h"

#include "engine/memory/pool_layout.h"
#include "ui/look/elided_line.h"
#include "ui/look/format.h"
#include "ui/look/in_language.h"
#include "ui/look/widgets.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelection>
#include <QVBoxLayout>

namespace ui::memory {

namespace analysis = engine::analysis;

AlivePane::AlivePane(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range,
                     model::Selection& selection, model::Playhead& playhead, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_feed(feed), m_range(range), m_selection(selection), m_playhead(playhead)
{
    setObjectName(QStringLiteral("alivePane"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(80);
    build();
    connectAll();
    restyle();
}

void AlivePane::build()
{
    auto* column = new QVBoxLayout(this);
    auto* header = new QHBoxLayout;
    m_title = new QLabel(this);
    m_device = new QComboBox(this);
    m_timeChoice = new QComboBox(this);
    m_summary = new look::ElidedLine(this);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (QWidget* each : std::initializer_list<QWidget*>{m_title, m_device, m_timeChoice})
        header->addWidget(each);
    header->addWidget(m_summary, 1);
    m_model = new AliveModel(this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->verticalHeader()->hide();
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setTabKeyNavigation(false);
    column->addLayout(header);
    column->addWidget(m_table, 1);
    look::inLanguage(this, [this] {
        setAccessibleName(tr("Memory in use, and why"));
        m_title->setText(tr("Memory in use, and why"));
        m_device->setAccessibleName(tr("Device"));
        m_timeChoice->setAccessibleName(tr("Moment"));
        look::setItems(*m_timeChoice, {tr("at the peak"), tr("at the playhead")});
        m_table->setAccessibleName(tr("Blocks in use"));
        refresh();
    });
}

void AlivePane::connectAll()
{
    connect(&m_feed, &model::TraceFeed::replaced, this, [this] {
        fillDevices();
        refresh();
    });
    connect(&m_feed, &model::TraceFeed::extended, this, [this] { m_pause.start(); });
    connect(&m_range, &model::VisibleRange::originChanged, this, [this] { m_pause.start(); });
    connect(&m_pause, &QTimer::timeout, this, &AlivePane::refresh);
    connect(&m_playhead, &model::Playhead::moved, this, [this] {
        if (!isAtPeak())
            m_pause.start();
    });
    connect(m_device, &QComboBox::activated, this, &AlivePane::refresh);
    connect(m_timeChoice, &QComboBox::activated, this, &AlivePane::refresh);
    connect(&m_selection, &model::Selection::opChanged, this, &AlivePane::selectRowOf);
    connect(&m_theme, &look::Theme::changed, this, &AlivePane::restyle);
    // Use the selected row, not the current one: a table that gets the focus makes its first row current without
    // selecting it.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this](const QItemSelection& now) {
        const engine::OpId op = now.isEmpty() ? engine::OpId{} : m_model->opAt(now.first().top());
        if (op.isValid() && op != m_selection.op())
            m_selection.selectOp(op);
    });
}

void AlivePane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fillDevices();
    refresh();
}

/// Lists the devices with memory records, GPUs first.
void AlivePane::fillDevices()
{
    const auto& trace = *m_feed.trace();
    const QVariant before = m_device->currentData();
    m_device->clear();
    for (const auto kind : {engine::trace::DeviceKind::Gpu, engine::trace::DeviceKind::Cpu})
        for (const auto& device : trace.devices())
            if (device.kind == kind && !trace.memory(device.id).empty())
                m_device->addItem(QString::fromStdString(device.name), device.id.index);
    if (const int index = m_device->findData(before); index >= 0)
        m_device->setCurrentIndex(index);
}

void AlivePane::setDevice(engine::DeviceId device)
{
    fillDevices();
    if (const int index = m_device->findData(device.index); index >= 0)
        m_device->setCurrentIndex(index);
    refresh();
}

void AlivePane::refresh()
{
    if (!isVisible())
        return;
    const auto trace = m_feed.trace();
    if (m_device->count() == 0)
        fillDevices();
    if (m_device->count() == 0) {
        m_model->clear();
        m_summary->setText(
            tr("This run has no memory records. Run a program on a GPU: what it allocates is listed here, with the "
               "reason."));
        return;
    }
    const engine::DeviceId device{m_device->currentData().toUInt()};
    const auto peak = analysis::peakMoment(*trace, device, analysis::wholeRun(*trace));
    const engine::Nanoseconds time = isAtPeak() && peak ? *peak : m_playhead.time();
    m_model->show(trace, device, time, m_range.origin());
    for (const int column : {AliveModel::Result, AliveModel::Size, AliveModel::MadeBy, AliveModel::LastRead})
        m_table->resizeColumnToContents(column);
    showSummary(device, time);
    selectRowOf(m_selection.op());
}

void AlivePane::showSummary(engine::DeviceId device, engine::Nanoseconds time)
{
    engine::Bytes sum;
    engine::Bytes forgotten;
    for (const analysis::AliveBlock& alive : m_model->blocks()) {
        sum += alive.block.bytes;
        if (alive.because == analysis::AliveReason::NeverFreed)
            forgotten += alive.block.bytes;
    }
    QStringList parts{
        tr("%1: %2 in %3 blocks")
            .arg(look::momentText(time, m_range.origin()), look::bytesText(sum), look::countText(m_model->rowCount()))};
    if (const auto slack = analysis::poolSlackAt(*m_feed.trace(), device, time))
        parts << tr("the pool holds %1, %2 idle")
                     .arg(look::bytesText(slack->reserved), look::percentText(slack->share()));
    if (const auto layout = engine::memory::layoutAt(*m_feed.trace(), device, time); layout && layout->idle().value > 0)
        parts << tr("largest free block %1 (%2 fragmented)")
                     .arg(look::bytesText(layout->largestFree), look::percentText(layout->fragmentation()));
    if (forgotten.value > 0)
        parts << tr("never read again and never freed: %1").arg(look::bytesText(forgotten));
    m_summary->setText(parts.join(QStringLiteral("  ·  ")));
    m_summary->setToolTip(m_summary->text());
}

void AlivePane::selectRowOf(engine::OpId op)
{
    const int row = m_model->rowOf(op);
    const QSignalBlocker quiet(m_table->selectionModel());
    if (row < 0)
        m_table->clearSelection();
    else
        m_table->selectRow(row);
    m_table->viewport()->update();
}

void AlivePane::restyle()
{
    look::setGround(*this, m_theme.tokens().plot);
    layout()->setContentsMargins(m_theme.px(10), m_theme.px(6), m_theme.px(10), m_theme.px(6));
    layout()->setSpacing(m_theme.px(6));
    m_title->setFont(m_theme.sans(12, QFont::DemiBold));
    for (QWidget* each : std::initializer_list<QWidget*>{m_device, m_timeChoice, m_summary})
        each->setFont(m_theme.sans(11));
    m_table->setFont(m_theme.sans(11));
    m_table->verticalHeader()->setDefaultSectionSize(m_theme.px(22));
    look::setTextColour(*m_summary, m_theme.tokens().text2);
    setMinimumHeight(m_theme.px(170));
}

}  // namespace ui::memory
