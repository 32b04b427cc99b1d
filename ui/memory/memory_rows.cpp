#include "ui/memory/memory_rows.h"

#include "engine/analysis/memory.h"
#include "ui/look/format.h"

#include <algorithm>

namespace ui::memory {

using engine::trace::DeviceRecord;
using engine::trace::MemoryRecord;

namespace {

constexpr double kBar = 24;
constexpr double kRow = 90;
/// A row with at least this many records computes its blocks later, in a separate event.
constexpr std::size_t kBlocksLater = 200'000;
/// Heights of the legend and of a row in a training, whose many lanes need the space.
constexpr double kTrainingBar = 20;
constexpr double kTrainingRow = 44;
/// Height of a row that is one line of text.
constexpr double kThinRow = 24;

}  // namespace

MemoryRows::MemoryRows(const look::Theme& theme, model::TraceFeed& feed, model::VisibleRange& range, QObject* parent)
    : TimeRows(parent), m_theme(theme), m_feed(feed), m_range(range)
{
    connect(&feed, &model::TraceFeed::replaced, this, &MemoryRows::replace);
    connect(&feed, &model::TraceFeed::extended, this, &MemoryRows::extend);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &MemoryRows::findNextBlocks);
    replace();
}

void MemoryRows::setSelection(const model::Selection& selection)
{
    m_selection = &selection;
    connect(&selection, &model::Selection::opChanged, this, &MemoryRows::contentChanged);
}

void MemoryRows::replace()
{
    m_rows.clear();
    if (const std::string& program = m_feed.trace()->run().program; program != m_program) {
        m_opened.clear();
        m_program = program;
    }
    extend();
    emit layoutChanged();
}

void MemoryRows::extend()
{
    const auto& trace = *m_feed.trace();
    const std::size_t before = m_rows.size();
    const auto thin = [this] { return std::ranges::count_if(m_rows, showsNothingNew); };
    const auto thinBefore = thin();
    // In a training on GPUs, show only the GPUs: the charts below need the space, and the CPU usually stores little
    // more than a batch.
    const bool isOnGpus = std::ranges::any_of(
        trace.devices(), [&](const auto& device) { return isGpu(device) && !trace.memory(device.id).empty(); });
    const bool onlyGpus = isOnGpus && !trace.programPart().steps.empty();
    if (onlyGpus)
        std::erase_if(m_rows, [](const DeviceRow& row) { return !isGpu(row.track.device); });
    for (const DeviceRecord* device : drawing::devicesWithMemory(trace)) {
        if (onlyGpus && !isGpu(*device))
            continue;
        const bool isKnown =
            std::ranges::any_of(m_rows, [&](const DeviceRow& row) { return row.track.device.id == device->id; });
        if (!isKnown)
            m_rows.push_back({drawing::MemoryTrack(*device)});
    }
    // Sort GPUs first, because their memory is scarcer.
    std::ranges::stable_sort(
        m_rows, [](const DeviceRow& a, const DeviceRow& b) { return isGpu(a.track.device) && !isGpu(b.track.device); });
    for (DeviceRow& row : m_rows)
        update(row);
    if (m_rows.size() != before || thin() != thinBefore)
        emit layoutChanged();
    else
        emit contentChanged();
}

void MemoryRows::update(DeviceRow& row)
{
    const engine::trace::Trace& trace = *m_feed.trace();
    row.track.extend(trace);
    // In a live run every record would change the blocks, so they are computed when the run has ended.
    if (trace.isLive())
        return;
    // A row of scarce memory is always shown in full.
    row.isScarce = row.track.isScarce(trace);
    row.isFlat = !row.isScarce && row.track.isFlat({model::originOf(trace), trace.extent()});
    row.isBefore = !row.isScarce && m_feed.hasBefore() && row.track.isAsIn(m_feed.before().trace, m_feed.trace());
    row.awaitsBlocks = row.track.curve.size() >= kBlocksLater;
    if (row.awaitsBlocks)
        m_later.start();
    else
        row.track.findBlocks(trace);
}

bool MemoryRows::isThin(int row) const
{
    const DeviceRow& of = deviceRow(row);
    return canFold(of) && m_opened.count(of.track.device.id.index) == 0;
}

void MemoryRows::clickHeader(int row)
{
    if (row < 1 || row > static_cast<int>(m_rows.size()) || !canFold(deviceRow(row)))
        return;
    const std::uint32_t device = deviceRow(row).track.device.id.index;
    if (m_opened.erase(device) == 0)
        m_opened.insert(device);
    emit layoutChanged();
}

bool MemoryRows::isScarce() const
{
    return std::ranges::any_of(m_rows, &DeviceRow::isScarce);
}

void MemoryRows::toggleFolded()
{
    const auto index = [](const DeviceRow& row) { return row.track.device.id.index; };
    std::set<std::uint32_t> folding;
    for (const DeviceRow& row : m_rows)
        if (canFold(row))
            folding.insert(index(row));
    const bool isAllOpen =
        std::ranges::all_of(folding, [this](std::uint32_t device) { return m_opened.count(device) > 0; });
    for (const std::uint32_t device : folding)
        if (isAllOpen)
            m_opened.erase(device);
        else
            m_opened.insert(device);
    if (!folding.empty())
        emit layoutChanged();
}

/// Describes the value of a thin row in words.
QString MemoryRows::thinText(const DeviceRow& of) const
{
    const QString highest = look::bytesText(engine::Bytes{of.track.curve.highestPool()});
    const QString level = of.isFlat ? highest : tr("at most %1").arg(highest);
    const engine::Bytes capacity = of.track.device.capacity;
    const QString text = capacity.value > 0 ? tr("reserved %1 of %2").arg(level, look::bytesText(capacity))
                                            : tr("reserved %1").arg(level);
    return of.isBefore ? tr("%1, as before").arg(text) : text;
}

/// Computes the blocks of one device per event, so that user events are handled in between.
void MemoryRows::findNextBlocks()
{
    const auto next = std::ranges::find_if(m_rows, &DeviceRow::awaitsBlocks);
    if (next == m_rows.end() || m_feed.trace()->isLive())
        return m_later.stop();
    next->awaitsBlocks = false;
    next->track.findBlocks(*m_feed.trace());
    emit contentChanged();
}

int MemoryRows::count() const
{
    return m_rows.empty() ? 0 : static_cast<int>(m_rows.size()) + 1;
}

model::TimeRows::Size MemoryRows::sizeOf(int row) const
{
    const bool isTraining = !m_feed.trace()->programPart().steps.empty();
    if (row == 0)
        return {m_theme.px(isTraining ? kTrainingBar : kBar), false, true};
    if (isThin(row))
        return {m_theme.px(kThinRow)};
    return {m_theme.px(isTraining ? kTrainingRow : kRow), true};
}

drawing::MemoryScene MemoryRows::sceneOf(int row, const model::TimeRange& range, double devicePixelRatio) const
{
    return {m_rows[static_cast<std::size_t>(row - 1)].track,
            m_theme,
            range,
            m_feed.trace()->extent(),
            drawing::PaintPath::Screen,
            devicePixelRatio,
            m_selection != nullptr ? m_selection->op() : engine::OpId{}};
}

void MemoryRows::paintHeader(int row, QPainter& painter, const QRectF& header) const
{
    if (row == 0)
        return drawing::paintMemoryTitle(painter, m_theme, header);
    const drawing::MemoryScene scene = sceneOf(row, {}, 1);
    const double s = m_theme.scale();
    drawing::paintMemoryName(painter, m_theme, header, QString::fromStdString(scene.track.device.name));
    if (canFold(deviceRow(row)))
        drawing::paintFoldArrow(painter, m_theme,
                                QPointF(header.right() - (isThin(row) ? 14 : 60) * s, header.top() + 12 * s),
                                isThin(row) ? drawing::Fold::Closed : drawing::Fold::Open);
    if (!isThin(row))
        drawing::paintMemoryScale(painter, scene, header);
}

/// Returns the tracks of the full rows, which have colours and an axis; thin rows have none.
std::vector<const drawing::MemoryTrack*> MemoryRows::shownTracks() const
{
    std::vector<const drawing::MemoryTrack*> tracks;
    for (int row = 1; row <= static_cast<int>(m_rows.size()); ++row)
        if (!isThin(row))
            tracks.push_back(&deviceRow(row).track);
    return tracks;
}

model::TimeRows::TextPainter MemoryRows::paintPlot(int row, QPainter& painter, const QRectF& plot,
                                                   const model::TimeRange& range, double devicePixelRatio) const
{
    if (row == 0) {  // the legend is never greyed out, so its texts are painted here
        std::vector<QRectF> texts;
        drawing::paintMemoryKey({painter, &texts}, m_theme, shownTracks(), plot, devicePixelRatio);
        return [texts = std::move(texts)](QPainter&) { return texts; };
    }
    const drawing::MemoryScene scene = sceneOf(row, range, devicePixelRatio);
    std::vector<drawing::LateText> late;
    const drawing::Surface surface(painter, nullptr, &late);
    if (isThin(row)) {
        // The text starts at the selected block if the block is wide enough, because everything outside the selected
        // block is greyed out.
        const auto block = static_cast<std::size_t>(m_selection == nullptr ? -1 : m_selection->block());
        const auto& blocks = m_feed.trace()->blocks();
        drawing::paintThinMemory(surface, scene, plot, thinText(deviceRow(row)),
                                 block < blocks.size() ? std::optional(blocks[block].begin) : std::nullopt);
    } else {
        drawing::paintMemory(surface, scene, plot);
    }
    return [late = std::move(late)](QPainter& above) {
        std::vector<QRectF> texts;
        drawing::drawLate({above, &texts}, late);
        return texts;
    };
}

QStringList MemoryRows::describe(int row, Nanoseconds time) const
{
    QStringList lines;
    if (row == 0)
        for (const drawing::MemoryMark mark : drawing::marksOf(shownTracks()))
            lines << drawing::nameOf(mark);
    if (row < 1 || row > static_cast<int>(m_rows.size()))
        return lines;
    const drawing::MemoryTrack& track = m_rows[static_cast<std::size_t>(row - 1)].track;
    const std::ptrdiff_t i = track.curve.indexAt(time);
    if (isThin(row))
        lines << thinText(deviceRow(row));
    if (i < 0)
        return lines;
    const MemoryRecord& record = track.curve.records()[static_cast<std::size_t>(i)];
    const engine::Bytes cached{std::max<std::int64_t>(0, (record.reserved - record.allocated).value)};
    lines << QStringLiteral("%1 · %2").arg(QString::fromStdString(track.device.name),
                                           look::momentText(time, m_range.origin()))
          << tr("%1 reserved when issued").arg(look::bytesText(record.allocated))
          << tr("%1 holds results").arg(look::bytesText(record.held))
          << tr("%1 cached by the pool").arg(look::bytesText(cached));
    const QString peak = look::bytesText(engine::Bytes{track.curve.highest()});
    const engine::Bytes capacity = track.device.capacity;
    lines << (capacity.value > 0 ? tr("peak %1 of %2").arg(peak, look::bytesText(capacity)) : tr("peak %1").arg(peak));
    if (track.showsOthers)
        lines << tr("%1 of the card with driver, context and display")
                     .arg(look::bytesText(engine::Bytes{std::max(record.reserved, record.allocated).value +
                                                        track.device.usedByOthers.value}));
    return lines;
}

}  // namespace ui::memory
