#include "ui/memory/memory_rows.h"

#include "ui/look/format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace ui::memory {

using engine::Bytes;
using engine::Nanoseconds;
using engine::trace::MemoryAct;
using engine::trace::MemoryRecord;

namespace {

constexpr double kBar = 24;
constexpr double kRow = 90;
/// From so many records on the blocks are found in turns of their own.
constexpr std::size_t kBlocksLater = 200'000;
/// Beside the many lanes of a training.
constexpr double kTrainingBar = 20;
constexpr double kTrainingRow = 44;
/// In a lower row the capacity far above the curve is said in words, without a line.
constexpr double kCapacityFrom = 58;
/// Above the highest tick of a row: the capacity line behind the break, and its caption.
constexpr double kCapacityRoom = 20;
constexpr double kLeastRoom = 6;
constexpr double kRefusedRoom = 33;
constexpr double kRefusedFrom = 60;

bool isGpu(const engine::trace::DeviceRecord& device)
{
    return device.kind == engine::trace::DeviceKind::Gpu;
}

double baseOf(const QRectF& plot)
{
    return plot.bottom() - 3;
}

/// Whether the line of a capacity far above the curve has room behind a break.
bool showsBreak(const QRectF& plot, const drawing::MemoryScale& scale, double pixelScale)
{
    return scale.isBroken && plot.height() >= kCapacityFrom * pixelScale;
}

/// What is said of a refusal stands above the capacity; a row high enough makes room for it.
double roomAbove(const QRectF& plot, const drawing::MemoryScale& of, double capacity, double scale)
{
    const double share = of.pixels(capacity, 1.0);
    if (capacity <= 0 || share <= 0.5 || plot.height() < kRefusedFrom * scale)
        return kLeastRoom * scale;
    return std::clamp((kRefusedRoom * scale - plot.height() * (1 - share)) / share, kLeastRoom * scale,
                      kRefusedRoom * scale);
}

/// `refusedAt`: the capacity of a device that refused something; 0 of others.
QRectF curveArea(const QRectF& plot, const drawing::MemoryScale& of, std::int64_t refusedAt, double scale)
{
    const double top = showsBreak(plot, of, scale) ? kCapacityRoom * scale
                       : of.isBroken               ? 12 * scale
                                                   : roomAbove(plot, of, static_cast<double>(refusedAt), scale);
    return QRectF(plot.left(), plot.top() + top, plot.width(), baseOf(plot) - plot.top() - top);
}

/// Of memory that nobody uses, but that the allocator has not given back.
QBrush poolFill(const look::Tokens& tokens)
{
    QColor fill = tokens.memEnv;
    fill.setAlpha(110);
    return fill;
}

QPen poolPen(const look::Tokens& tokens)
{
    QPen pen(tokens.envLine, 1);
    pen.setDashPattern({3, 3});
    return pen;
}

QString trimmed(double value)
{
    return QString::number(value, 'g', 4);
}

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
    extend();
    emit layoutChanged();
}

void MemoryRows::addDevice(const engine::trace::DeviceRecord& device)
{
    DeviceRow row;
    row.device = device;
    m_rows.push_back(std::move(row));
}

void MemoryRows::extend()
{
    const auto& trace = *m_feed.trace();
    const std::size_t before = m_rows.size();
    // Of a training on GPUs only theirs: the charts below take the room, and the CPU holds no more than a batch.
    const bool isOnGpus = std::any_of(trace.devices().begin(), trace.devices().end(), [&](const auto& device) {
        return isGpu(device) && !trace.memory(device.id).empty();
    });
    const bool onlyGpus = isOnGpus && !trace.steps().empty();
    if (onlyGpus)
        std::erase_if(m_rows, [](const DeviceRow& row) { return !isGpu(row.device); });
    for (const auto& device : trace.devices()) {
        if (onlyGpus && !isGpu(device))
            continue;
        const bool isKnown =
            std::any_of(m_rows.begin(), m_rows.end(), [&](const DeviceRow& row) { return row.device.id == device.id; });
        if (!isKnown && !trace.memory(device.id).empty())
            addDevice(device);
    }
    // GPUs first: their memory is the scarce one.
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [](const DeviceRow& a, const DeviceRow& b) { return isGpu(a.device) && !isGpu(b.device); });
    for (DeviceRow& row : m_rows)
        update(row);
    if (m_rows.size() != before)
        emit layoutChanged();
    else
        emit contentChanged();
}

void MemoryRows::update(DeviceRow& row)
{
    const auto& records = m_feed.trace()->memory(row.device.id);
    row.curve.extend(records);
    for (; row.looked < records.size(); ++row.looked)
        if (records[row.looked].act == MemoryAct::Refuse)
            row.refused = static_cast<std::ptrdiff_t>(row.looked);
    const std::int64_t others = row.device.usedByOthers.value;
    const std::int64_t capacity = row.device.capacity.value;
    // What others hold matters where it is much of the card or the rest becomes scarce; elsewhere it would only lift
    // the curve.
    row.showsOthers = others > 0 && capacity > 0 &&
                      (row.refused >= 0 || others * 10 > capacity ||
                       static_cast<double>(row.curve.highest() + others) > 0.7 * static_cast<double>(capacity));
    // In the unit in which the framework, and a prediction, says what such a card has.
    row.isBinary = row.refused >= 0 || row.showsOthers;
    const std::int64_t peak = row.curve.highestShown() + (row.showsOthers ? others : 0);
    row.scale = drawing::scaleOf(Bytes{peak}, row.device.capacity, row.isBinary);
    // Of a run that goes on they would change with every record.
    if (m_feed.trace()->isLive())
        return;
    row.ground = drawing::groundOf(records);
    if (records.size() < kBlocksLater)
        return findBlocks(row);
    row.awaitsBlocks = true;
    m_later.start();
}

void MemoryRows::findBlocks(DeviceRow& row)
{
    row.awaitsBlocks = false;
    row.blocks = engine::analysis::blocksOf(*m_feed.trace(), row.device.id);
    row.stack = drawing::stackOf(row.blocks, m_feed.trace()->extent());
}

/// Of one device a turn, so that the reader's own events come between.
void MemoryRows::findNextBlocks()
{
    const auto next = std::find_if(m_rows.begin(), m_rows.end(), [](const DeviceRow& row) { return row.awaitsBlocks; });
    if (next == m_rows.end() || m_feed.trace()->isLive())
        return m_later.stop();
    findBlocks(*next);
    emit contentChanged();
}

int MemoryRows::count() const
{
    return m_rows.empty() ? 0 : static_cast<int>(m_rows.size()) + 1;
}

model::TimeRows::Size MemoryRows::sizeOf(int row) const
{
    const bool isTraining = !m_feed.trace()->steps().empty();
    if (row == 0)
        return {m_theme.px(isTraining ? kTrainingBar : kBar), false};
    return {m_theme.px(isTraining ? kTrainingRow : kRow), true};
}

std::int64_t MemoryRows::refusedAt(const DeviceRow& row)
{
    return row.refused >= 0 ? row.device.capacity.value : 0;
}

QString MemoryRows::bytesText(const DeviceRow& row, std::int64_t bytes) const
{
    return drawing::bytesText(Bytes{bytes}, row.isBinary);
}

void MemoryRows::paintHeader(int row, QPainter& painter, const QRectF& header) const
{
    const auto& tokens = m_theme.tokens();
    const double s = m_theme.scale();
    if (row == 0) {
        painter.fillRect(header, tokens.chrome);
        painter.setFont(m_theme.sans(11, QFont::DemiBold));
        painter.setPen(tokens.text2);
        painter.drawText(QPointF(header.left() + 10 * s, header.top() + 16 * s),
                         QCoreApplication::translate("Memory", "Memory"));
        return;
    }
    const DeviceRow& device = m_rows[static_cast<std::size_t>(row - 1)];
    m_theme.icon(QStringLiteral("mem"), tokens.text2)
        .paint(&painter, QRectF(header.left() + 8 * s, header.top() + 5.5 * s, 14 * s, 14 * s).toRect());
    painter.setFont(m_theme.sans(12, QFont::DemiBold));
    painter.setPen(tokens.text);
    painter.drawText(QPointF(header.left() + 27 * s, header.top() + 17 * s),
                     QString::fromStdString(device.device.name));
    const QRectF area = curveArea(header, device.scale, refusedAt(device), s);
    painter.setFont(m_theme.mono(9.5));
    painter.setPen(tokens.text3);
    const QFontMetricsF metrics(painter.font());
    double free = header.bottom() + 1;
    for (double tick : device.scale.ticks) {
        const double y = std::min(area.bottom() - device.scale.pixels(tick, area.height()), header.bottom() - 6 * s);
        // In a low row only as many numbers as can be read.
        if (y > free)
            continue;
        free = y - metrics.height();
        painter.drawText(QRectF(header.left(), y - 8, header.width() - 8 * s, 16), Qt::AlignRight | Qt::AlignVCenter,
                         trimmed(tick / device.scale.unit));
    }
    if (!showsBreak(header, device.scale, s))
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.strong, 1));
    const double x = header.right() - 6 * s;
    for (double y : {area.top() - 3 * s, area.top()}) {
        const QPointF wave[] = {{x, y}, {x + 4 * s, y - 2.5 * s}, {x + 8 * s, y + 2.5 * s}, {x + 12 * s, y}};
        painter.drawPolyline(wave, 4);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void MemoryRows::paintLegend(QPainter& painter, const QRectF& plot, double devicePixelRatio) const
{
    const auto& tokens = m_theme.tokens();
    const double s = m_theme.scale();
    painter.fillRect(plot, tokens.chrome);
    painter.setFont(m_theme.sans(10.5));
    const QFontMetricsF metrics(painter.font());
    double x = plot.left() + 8 * s;
    const QString unit = m_rows.empty() ? QString() : drawing::unitName(m_rows.front().scale);
    const double end = plot.right() - 14 * s - metrics.horizontalAdvance(unit) - 10 * s;
    const auto entry = [&](const QBrush& fill, const QPen& line, const QString& text) {
        const QRectF box(std::round(x) + 0.5, plot.top() + 8.5 * s, 11 * s, 8 * s);
        if (box.right() + 30 * s > end)
            return;
        const double room = end - box.right() - 5 * s, wanted = metrics.horizontalAdvance(text);
        const QString fitting = wanted <= room ? text : metrics.elidedText(text, Qt::ElideRight, room);
        painter.setBrushOrigin(box.topLeft());
        painter.setBrush(fill);
        painter.setPen(line);
        painter.drawRect(box);
        painter.setPen(tokens.text2);
        painter.drawText(QPointF(box.right() + 5 * s, plot.top() + 16 * s), fitting);
        x = box.right() + 5 * s + std::min(wanted, room) + 18 * s;
    };
    entry(tokens.memFill, QPen(tokens.memFill, 1), QCoreApplication::translate("Memory", "holds results"));
    entry(tokens.memEnv, QPen(tokens.envLine, 1), QCoreApplication::translate("Memory", "reserved when issued"));
    if (std::any_of(m_rows.begin(), m_rows.end(), [](const DeviceRow& row) { return row.curve.showsPool(); }))
        entry(poolFill(tokens), poolPen(tokens), QCoreApplication::translate("Memory", "kept by the pool"));
    if (std::any_of(m_rows.begin(), m_rows.end(), [](const DeviceRow& row) { return row.showsOthers; }))
        entry(m_theme.hatchBrush(look::Pattern::Rising, tokens.soft, tokens.strong, devicePixelRatio),
              QPen(tokens.strong, 1), QCoreApplication::translate("Memory", "used by others"));
    painter.setBrushOrigin(0, 0);
    painter.setPen(tokens.text3);
    painter.drawText(plot.adjusted(0, 0, -14 * s, 0), Qt::AlignRight | Qt::AlignVCenter, unit);
    if (!unit.isEmpty())
        m_texts.front().emplace_back(end + 6 * s, plot.top(), plot.right() - 12 * s - end - 6 * s, plot.height());
}

std::vector<QRectF> MemoryRows::textsOf(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < m_texts.size() ? m_texts[at] : std::vector<QRectF>();
}

void MemoryRows::paintPlot(int row, QPainter& painter, const QRectF& plot, const model::TimeRange& range,
                           double devicePixelRatio) const
{
    m_texts.resize(static_cast<std::size_t>(count()));
    m_texts[static_cast<std::size_t>(row)].clear();
    if (row == 0) {
        paintLegend(painter, plot, devicePixelRatio);
        return;
    }
    const DeviceRow& device = m_rows[static_cast<std::size_t>(row - 1)];
    const QRectF area = curveArea(plot, device.scale, refusedAt(device), m_theme.scale());
    painter.setPen(QPen(m_theme.tokens().soft, 1));
    for (double tick : device.scale.ticks) {
        const double y = std::floor(area.bottom() - device.scale.pixels(tick, area.height())) + 0.5;
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    paintCurve(painter, device, area, range, devicePixelRatio);
    paintBlocks(painter, device, area, range);
    auto& texts = m_texts[static_cast<std::size_t>(row)];
    paintCapacity(painter, device, plot, texts);
    paintPeak(painter, device, plot, range, texts);
    paintRefused(painter, device, plot, range, devicePixelRatio);
}

void MemoryRows::paintCurve(QPainter& painter, const DeviceRow& row, const QRectF& area, const model::TimeRange& range,
                            double ratio) const
{
    const auto& tokens = m_theme.tokens();
    const int columns = static_cast<int>(std::lround(area.width() * ratio));
    const drawing::CurveColumns curve = row.curve.columns(range, columns);
    const double others = row.showsOthers ? static_cast<double>(row.device.usedByOthers.value) : 0.0;
    const double unit = 1.0 / ratio;
    // To whole device pixels, or neighbouring columns would blur into each other.
    const auto y = [&](double bytes) {
        return std::round((area.bottom() - row.scale.pixels(bytes, area.height())) * ratio) / ratio;
    };
    if (others > 0) {
        const QRectF block(area.left(), y(others), area.width(), area.bottom() - y(others));
        painter.fillRect(block, m_theme.hatchBrush(look::Pattern::Rising, tokens.soft, tokens.strong, ratio));
    }
    // No curve before the first record and none after the run.
    const double firstX =
        row.curve.size() == 0 ? columns : model::timeToPixel(row.curve.records().front().time, range, columns);
    const double endX = model::timeToPixel(m_feed.trace()->extent(), range, columns);
    const int from = std::clamp(static_cast<int>(std::floor(firstX)), 0, columns);
    const int to = std::clamp(static_cast<int>(std::ceil(endX)), from, columns);
    // A level that goes up and down within every pixel is between the two: half there. A step of it is in one column
    // alone, and a peak in few.
    const auto swings = [&](const std::vector<drawing::CurveColumn>& level, int x) {
        constexpr int kFewest = 5;
        const auto overlap = [&](int a, int b) {
            const drawing::CurveColumn& one = level[static_cast<std::size_t>(a)];
            const drawing::CurveColumn& other = level[static_cast<std::size_t>(b)];
            return std::max(one.low, other.low) < std::min(one.high, other.high);
        };
        int left = x, right = x;
        while (left > from && right - left < kFewest && overlap(left - 1, left))
            --left;
        while (right + 1 < to && right - left < kFewest && overlap(right, right + 1))
            ++right;
        return right - left >= kFewest;
    };
    const auto paintLevel = [&](const std::vector<drawing::CurveColumn>& level, const QColor& fill, const QColor& line,
                                double width) {
        for (int x = from; x < to;) {
            // Columns of one height are one rectangle.
            int end = x + 1;
            const drawing::CurveColumn& column = level[static_cast<std::size_t>(x)];
            while (end < to && level[static_cast<std::size_t>(end)].high == column.high &&
                   level[static_cast<std::size_t>(end)].low == column.low)
                ++end;
            const double left = area.left() + x * unit;
            const double top = y(others + static_cast<double>(column.high));
            const double low = y(others + static_cast<double>(column.low));
            const double bottom = y(others);
            const double run = (end - x) * unit;
            if (swings(level, x)) {
                QColor half = fill;
                half.setAlphaF(0.5F);
                painter.fillRect(QRectF(left, low, run, bottom - low), fill);
                painter.fillRect(QRectF(left, top, run, low - top), half);
                painter.fillRect(QRectF(left, top, run, width), line);
            } else {
                painter.fillRect(QRectF(left, top, run, bottom - top), fill);
                painter.fillRect(QRectF(left, top, run, std::max(width, low - top + width)), line);
            }
            x = end;
        }
    };
    const auto paintPool = [&] {
        QPolygonF outline;
        for (int x = from; x < to; ++x) {
            const double top = y(others + static_cast<double>(curve.pool[static_cast<std::size_t>(x)].high)) + 0.5;
            if (outline.isEmpty() || outline.back().y() != top) {
                const double left = area.left() + x * unit;
                // What was kept before the picture begins has no step at its edge.
                const double before = others + static_cast<double>(curve.pool[static_cast<std::size_t>(x)].low);
                outline << QPointF(left, outline.isEmpty() ? y(before) : outline.back().y()) << QPointF(left, top);
            }
        }
        if (outline.isEmpty())
            return;
        outline << QPointF(area.left() + to * unit, outline.back().y());
        QPolygonF ground = outline;
        ground << QPointF(outline.back().x(), y(others));
        painter.setPen(Qt::NoPen);
        painter.setBrush(poolFill(tokens));
        ground << QPointF(outline.front().x(), y(others));
        painter.drawPolygon(ground);
        painter.setPen(poolPen(tokens));
        painter.drawPolyline(outline);
    };
    if (row.curve.showsPool())
        paintPool();
    paintLevel(curve.allocated, tokens.memEnv, tokens.envLine, std::max(1.0, std::round(ratio)) / ratio);
    paintLevel(curve.held, tokens.memFill, tokens.memLine, std::round(1.4 * ratio) / ratio);
    if (!row.curve.showsPool())
        return;
    const double line = 18 * m_theme.scale() * row.scale.top / std::max(area.height(), 1.0);
    if (const auto room = drawing::widestPoolRoom(curve, from, to, static_cast<std::int64_t>(line))) {
        const double top = y(others + static_cast<double>(room->top)),
                     bottom = y(others + static_cast<double>(room->bottom));
        paintPoolText(painter, row,
                      QRectF(area.left() + room->from * unit, top, (room->to - room->from) * unit, bottom - top),
                      Bytes{room->top - room->bottom});
    }
}

/// What the pale ground is: results went, their memory did not. In `room`, if it is wide enough.
void MemoryRows::paintPoolText(QPainter& painter, const DeviceRow& row, const QRectF& room, Bytes kept) const
{
    painter.setFont(m_theme.sans(10));
    painter.setPen(m_theme.tokens().text3);
    const QFontMetricsF metrics(painter.font());
    const QString size = bytesText(row, kept.value);
    for (const QString& text :
         {QCoreApplication::translate("Memory", "given back, and kept by the pool for the next results: %1").arg(size),
          QCoreApplication::translate("Memory", "%1 kept by the pool").arg(size)})
        if (metrics.horizontalAdvance(text) + 16 * m_theme.scale() <= room.width()) {
            painter.drawText(room, Qt::AlignCenter, text);
            return;
        }
}

/// Each block from its birth to its death, where they are large enough to be told apart; that of the selected operation
/// stands out.
void MemoryRows::paintBlocks(QPainter& painter, const DeviceRow& row, const QRectF& area,
                             const model::TimeRange& range) const
{
    const auto& tokens = m_theme.tokens();
    const double others = row.showsOthers ? static_cast<double>(row.device.usedByOthers.value) : 0.0;
    const auto y = [&](std::int64_t bytes) {
        return area.bottom() - row.scale.pixels(others + static_cast<double>(row.ground + bytes), area.height());
    };
    const auto x = [&](Nanoseconds t) {
        return std::clamp(area.left() + model::timeToPixel(t, range, area.width()), area.left() - 1, area.right() + 1);
    };
    constexpr double kThinnest = 3;
    const engine::OpId selected = m_selection != nullptr ? m_selection->op() : engine::OpId{};
    QColor edge = tokens.memLine;
    edge.setAlpha(150);
    for (const drawing::StackPiece& piece : row.stack) {
        if (piece.end < range.begin || piece.begin > range.end)
            continue;
        const QRectF rect(QPointF(x(piece.begin), y(piece.to)), QPointF(x(piece.end), y(piece.from)));
        const bool isSelected = selected.isValid() && row.blocks[piece.block].bornBy == selected;
        if (isSelected) {
            QColor fill = tokens.accent;
            fill.setAlpha(90);
            painter.fillRect(rect.adjusted(0, 0, 0, std::max(0.0, 2 - rect.height())), fill);
            painter.setPen(QPen(tokens.accent, 1.2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect);
        } else if (rect.height() >= kThinnest && rect.width() >= kThinnest) {
            painter.setPen(QPen(edge, 0.6));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect);
        }
    }
}

void MemoryRows::paintCapacity(QPainter& painter, const DeviceRow& row, const QRectF& plot,
                               std::vector<QRectF>& texts) const
{
    const double capacity = static_cast<double>(row.device.capacity.value);
    const double s = m_theme.scale();
    if (capacity <= 0 || (row.scale.isBroken && !showsBreak(plot, row.scale, s)))
        return;
    const auto& tokens = m_theme.tokens();
    const QRectF area = curveArea(plot, row.scale, refusedAt(row), s);
    const bool isReached = row.refused >= 0;
    const double y = row.scale.isBroken ? std::floor(plot.top() + 9 * s) + 0.5
                                        : std::floor(area.bottom() - row.scale.pixels(capacity, area.height())) + 0.5;
    QPen pen(isReached ? tokens.fail : tokens.text2, isReached ? 1.6 : 1.0);
    if (!isReached)
        pen.setDashPattern({6, 4});
    painter.setPen(pen);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    const QString text = QCoreApplication::translate("Memory", "capacity %1")
                             .arg(drawing::capacityText(row.device.capacity, row.isBinary));
    painter.setFont(isReached ? m_theme.sans(10.5, QFont::DemiBold) : m_theme.sans(9.5, QFont::Medium));
    painter.setPen(isReached ? tokens.fail : tokens.text2);
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text);
    if (isReached) {
        // Above the line, as long as that is in the row.
        const bool isAbove = y - 6 * s - metrics.ascent() >= plot.top();
        const QPointF at(plot.left() + 10 * s, isAbove ? y - 6 * s : y + 3 * s + metrics.ascent());
        painter.drawText(at, text);
        texts.emplace_back(at.x(), at.y() - metrics.ascent(), width, metrics.height());
        return;
    }
    const QRectF chip(plot.right() - width - 18 * s, y - metrics.height() / 2, width + 8 * s, metrics.height());
    painter.fillRect(chip, tokens.plot);
    painter.drawText(chip, Qt::AlignCenter, text);
    texts.push_back(chip);
}

void MemoryRows::paintPeak(QPainter& painter, const DeviceRow& row, const QRectF& plot, const model::TimeRange& range,
                           std::vector<QRectF>& texts) const
{
    if (row.refused >= 0)
        return;
    const drawing::StepCurve::Peak peak = row.curve.peak(range);
    if (peak.bytes <= 0)
        return;
    const auto& tokens = m_theme.tokens();
    const double s = m_theme.scale();
    const QRectF area = curveArea(plot, row.scale, refusedAt(row), s);
    const double others = row.showsOthers ? static_cast<double>(row.device.usedByOthers.value) : 0.0;
    const double x = plot.left() + model::timeToPixel(peak.time, range, plot.width());
    const double y = area.bottom() - row.scale.pixels(others + static_cast<double>(peak.bytes), area.height());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.ink);
    const QPointF mark[] = {{x - 4 * s, y - 8 * s}, {x + 4 * s, y - 8 * s}, {x, y - 2 * s}};
    painter.drawPolygon(mark, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(m_theme.sans(10, QFont::DemiBold));
    painter.setPen(tokens.text);
    const bool saysCapacity = row.scale.isBroken && !showsBreak(plot, row.scale, s);
    const QString bytes = bytesText(row, peak.bytes);
    const bool isWhole = peak.bytes >= row.curve.highest();
    QString text = saysCapacity
                       ? tr("peak %1 of %2").arg(bytes, drawing::capacityText(row.device.capacity, row.isBinary))
                   : isWhole ? tr("peak %1").arg(bytes)
                             : tr("peak in view %1").arg(bytes);
    // What a prediction of the run says: all that it takes of the card.
    if (isWhole && row.showsOthers)
        text +=
            (row.curve.highestPool() > row.curve.highest() ? tr(", %1 with pool and others") : tr(", %1 with others"))
                .arg(bytesText(row, row.curve.highestPool() + row.device.usedByOthers.value));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
    const bool fitsRight = x + 8 * s + width + 6 * s < plot.right();
    const QPointF at(fitsRight ? x + 8 * s : x - 8 * s - width, y - 2 * s);
    // The line of the capacity may pass it.
    const QFontMetricsF metrics(painter.font());
    const QRectF ground(at.x() - 2, at.y() - metrics.ascent(), width + 4, metrics.height());
    painter.fillRect(ground, tokens.plot);
    painter.drawText(at, text);
    texts.push_back(ground);
}

/// The block that did not fit, as a hatched piece against the capacity line, and what is said of it.
void MemoryRows::paintRefused(QPainter& painter, const DeviceRow& row, const QRectF& plot,
                              const model::TimeRange& range, double ratio) const
{
    if (row.refused < 0)
        return;
    const auto& tokens = m_theme.tokens();
    const double s = m_theme.scale();
    const QRectF area = curveArea(plot, row.scale, refusedAt(row), s);
    const MemoryRecord& record = row.curve.records()[static_cast<std::size_t>(row.refused)];
    const double others = row.showsOthers ? static_cast<double>(row.device.usedByOthers.value) : 0.0;
    const double level = others + static_cast<double>(record.allocated.value);
    const double bottom = area.bottom() - row.scale.pixels(level, area.height());
    const double top = area.bottom() - row.scale.pixels(level + static_cast<double>(record.bytes.value), area.height());
    const double x = plot.left() + model::timeToPixel(record.time, range, plot.width());
    const QRectF block(x + 1, std::min(top, bottom - 4 * s), 78 * s, std::max(4 * s, bottom - top));
    painter.setBrush(m_theme.hatchBrush(look::Pattern::DenseLines, tokens.failSoft, tokens.failFill, ratio));
    painter.setPen(QPen(tokens.failFill, 1.2));
    painter.drawRect(block);
    painter.setFont(m_theme.sans(10.5, QFont::Bold));
    const QFontMetricsF bold(painter.font());
    const QString refused =
        QCoreApplication::translate("Memory", "refused: %1 more").arg(bytesText(row, record.bytes.value));
    const double width = bold.horizontalAdvance(refused);
    painter.setPen(QPen(tokens.fail, 1.2));
    // Above the block, or beside it where that would lie on what is above the row.
    if (block.top() - 17 * s - bold.ascent() >= plot.top()) {
        painter.drawLine(QPointF(block.center().x(), block.top() - 1),
                         QPointF(block.center().x(), block.top() - 13 * s));
        painter.drawText(
            QPointF(std::max(plot.left() + 4 * s, std::min(block.left() + 5 * s, plot.right() - width - 4 * s)),
                    block.top() - 17 * s),
            refused);
    } else {
        const bool fitsRight = block.right() + width + 12 * s <= plot.right();
        painter.drawText(QPointF(fitsRight ? block.right() + 6 * s : block.left() - width - 6 * s,
                                 std::max(block.top(), plot.top()) + bold.ascent() + 2 * s),
                         refused);
    }
    if (!row.showsOthers)
        return;
    const QString text = QCoreApplication::translate("Memory", "driver, context, display: %1")
                             .arg(bytesText(row, row.device.usedByOthers.value));
    painter.setFont(m_theme.sans(10.5, QFont::Medium));
    const QFontMetricsF metrics(painter.font());
    const double y = area.bottom() - row.scale.pixels(others / 2, area.height());
    const QRectF chip(plot.left() + 8 * s, y - 8.5 * s, metrics.horizontalAdvance(text) + 12 * s, 17 * s);
    painter.fillRect(chip, tokens.plot);
    painter.setPen(tokens.text2);
    painter.drawText(chip, Qt::AlignCenter, text);
}

QStringList MemoryRows::describe(int row, Nanoseconds time) const
{
    if (row < 1 || row > static_cast<int>(m_rows.size()))
        return {};
    const DeviceRow& device = m_rows[static_cast<std::size_t>(row - 1)];
    const std::ptrdiff_t i = device.curve.indexAt(time);
    if (i < 0)
        return {};
    const MemoryRecord& record = device.curve.records()[static_cast<std::size_t>(i)];
    QStringList lines{
        QStringLiteral("%1 · %2").arg(QString::fromStdString(device.device.name),
                                      look::clockText(time - m_range.origin())),
        QCoreApplication::translate("Memory", "%1 reserved when issued").arg(bytesText(device, record.allocated.value)),
        QCoreApplication::translate("Memory", "%1 holds results").arg(bytesText(device, record.held.value)),
        QCoreApplication::translate("Memory", "%1 kept by the pool").arg(bytesText(device, record.reserved.value))};
    if (device.showsOthers)
        lines << tr("%1 of the card with driver, context and display")
                     .arg(bytesText(
                         device, std::max(record.reserved, record.allocated).value + device.device.usedByOthers.value));
    return lines;
}

}  // namespace ui::memory
