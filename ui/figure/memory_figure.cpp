#include "ui/drawing/block_stack.h"
#include "ui/drawing/memory_scale.h"
#include "ui/drawing/step_curve.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/figure/detail/bodies.h"
#include "ui/figure/detail/panel_painter.h"
#include "ui/look/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

using engine::Bytes;
using engine::Nanoseconds;
using engine::trace::DeviceRecord;
using engine::trace::MemoryAct;
using engine::trace::MemoryRecord;
using engine::trace::Trace;

namespace {

constexpr double kRowGap = 34;  ///< above a row: its name and the capacity, free of the zero of the row above
/// More steps than that in a range are drawn as columns, or the file would grow with the run.
constexpr std::size_t kMostSteps = 4000;
/// Blocks of which more than that could be told apart are an even grey on paper, and a file that grows with the run.
constexpr std::size_t kMostBlocks = 4000;
constexpr double kRefusedWidth = 78;  ///< of the block that did not fit: it never had a time
/// Units that a block is high and wide, or it is not outlined.
constexpr double kThinnestBlock = 3;

/// GPUs first: their memory is the scarce one.
std::vector<const DeviceRecord*> devicesOf(const Trace& trace)
{
    std::vector<const DeviceRecord*> devices;
    for (const auto wanted : {engine::trace::DeviceKind::Gpu, engine::trace::DeviceKind::Cpu})
        for (const DeviceRecord& device : trace.devices())
            if (device.kind == wanted && !trace.memory(device.id).empty())
                devices.push_back(&device);
    return devices;
}

/// The last request of a device that was refused; null: none was.
const MemoryRecord* refusedOn(const Trace& trace, engine::DeviceId device)
{
    const auto& records = trace.memory(device);
    for (std::size_t i = records.size(); i-- > 0;)
        if (records[i].act == MemoryAct::Refuse)
            return &records[i];
    return nullptr;
}

class MemoryPainter {
public:
    MemoryPainter(const Ink& ink, const Trace& trace, const FigureOptions& options, const Plan& plan,
                  const model::TimeRange& range)
        : m_ink(ink), m_trace(trace), m_options(options), m_plan(plan), m_range(range)
    {
    }

    void paint() const
    {
        const auto devices = devicesOf(m_trace);
        if (devices.empty()) {
            m_ink.write({m_plan.left, m_plan.body.top() + 20}, tr("No memory was recorded in this run."),
                        m_plan.type.body, QFont::Normal, m_ink.text2());
            return;
        }
        const double each = (m_plan.body.height() - kRowGap * static_cast<double>(devices.size())) /
                            static_cast<double>(devices.size());
        double y = m_plan.body.top() + kRowGap;
        for (const DeviceRecord* device : devices) {
            QString name = QString::fromStdString(device->name);
            if (!device->model.empty() && m_plan.size.width() >= 1000)
                name = tr("%1 · %2").arg(name, QString::fromStdString(device->model));
            row(*device, name, QRectF(m_plan.left, y, m_plan.right - m_plan.left, each));
            y += each + kRowGap;
        }
    }

    void paint(const MemoryRow& place) const
    {
        const DeviceRecord& device = m_trace.devices()[place.device.index];
        row(device, tr("%1 memory").arg(QString::fromStdString(device.name)),
            QRectF(m_plan.left, place.top, m_plan.right - m_plan.left, place.height));
    }

private:
    void row(const DeviceRecord& device, const QString& name, const QRectF& area) const
    {
        drawing::StepCurve curve;
        curve.extend(m_trace.memory(device.id));
        const bool isRefused = refusedOn(m_trace, device.id) != nullptr;
        const std::int64_t others = isRefused ? device.usedByOthers.value : 0;
        const Bytes highest{curve.highestShown() + others};
        const drawing::MemoryScale scale = drawing::scaleOf(highest, device.capacity, isRefused);
        m_ink.write({m_plan.margin, area.top() - 8}, name, m_plan.type.label, QFont::DemiBold, m_ink.text());
        ticks(scale, area);
        usedByOthers(scale, area, others);
        if (curve.showsPool())
            level(curve, scale, area, Level::Kept, others);
        level(curve, scale, area, Level::Reserved, others);
        level(curve, scale, area, Level::Held, others);
        blocks(device, scale, area, others);
        m_ink.line(area.bottomLeft(), area.bottomRight(), m_ink.text2(), 1);
        capacity(device, scale, area, isRefused);
        refused(device, scale, area, others);
        peak(curve, scale, area, isRefused, others);
    }

    void ticks(const drawing::MemoryScale& scale, const QRectF& area) const
    {
        QPainterPath grid;
        double lowest = area.bottom() + 2 * m_plan.type.body;
        for (const double tick : scale.ticks) {
            const double y = area.bottom() - scale.pixels(tick, area.height());
            if (y < area.top() - 1)
                continue;
            grid.moveTo(area.left(), y);
            grid.lineTo(area.right(), y);
            // Numbers do not stand on each other; the top one, which has the unit, always stands.
            const double room = m_plan.type.body + 2;
            const double highest = area.bottom() - scale.pixels(scale.ticks.back(), area.height());
            if (tick != scale.ticks.back() && (lowest - y < room || y - highest < room))
                continue;
            lowest = y;
            const QString number = QLocale().toString(tick / scale.unit, 'g', 4);
            m_ink.writeRight({area.left() - 8, y + m_plan.type.body * 0.36},
                             tick == scale.ticks.back() ? tr("%1 %2").arg(number, drawing::unitName(scale)) : number,
                             m_plan.type.body, QFont::Normal, m_ink.text2());
        }
        m_ink.stroke(grid, m_ink.grid(), 1);
    }

    /// What was not there for the program, at the foot.
    void usedByOthers(const drawing::MemoryScale& scale, const QRectF& area, std::int64_t others) const
    {
        if (others <= 0)
            return;
        const double height = scale.pixels(static_cast<double>(others), area.height());
        const QRectF block(area.left(), area.bottom() - height, area.width(), height);
        const look::Tokens& tokens = look::tokensOf(look::Mode::Light);
        QPainterPath hatch;
        drawing::addPattern(hatch, look::Pattern::Rising, block);
        m_ink.fill(block, m_ink.of(tokens.soft));
        m_ink.stroke(hatch, m_ink.of(tokens.strong), 0.8);
    }

    enum class Level { Kept, Reserved, Held };

    static std::int64_t bytesOf(const engine::trace::MemoryRecord& record, Level which)
    {
        return which == Level::Held       ? record.held.value
               : which == Level::Reserved ? record.allocated.value
                                          : record.reserved.value;
    }

    /// One level as an area of steps: exact while the steps can be seen, the highest of each column beyond that.
    void level(const drawing::StepCurve& curve, const drawing::MemoryScale& scale, const QRectF& area, Level which,
               std::int64_t others) const
    {
        const auto& records = curve.records();
        if (records.empty())
            return;
        const double width = area.width();
        const double under = scale.pixels(static_cast<double>(others), area.height());
        const double base = std::round((area.bottom() - under) * 10) / 10;
        // The height is rounded, not both ends of it: a low level would be half as high again.
        const auto y = [&](std::int64_t bytes) {
            const double above = scale.pixels(static_cast<double>(bytes + others), area.height()) - under;
            return base - std::round(above * 10) / 10;
        };
        QPainterPath path;
        const Nanoseconds end = std::min({m_trace.extent(), m_range.end, m_options.until.value_or(m_range.end)});
        const double last = std::min(area.right(), area.left() + model::timeToPixel(end, m_range, width));
        double x = area.left(), height = base;
        const auto stepTo = [&](double at, double to) {
            if (at > last || std::abs(to - height) < 0.05)
                return;
            path.lineTo(at, height);
            path.lineTo(at, to);
            height = to;
        };
        std::size_t inRange = 0, first = records.size();
        for (std::size_t i = 0; i < records.size(); ++i)
            if (records[i].time >= m_range.begin && records[i].time < m_range.end) {
                first = std::min(first, i);
                ++inRange;
            }
        const std::ptrdiff_t before = curve.indexAt(m_range.begin);
        if (before >= 0)
            height = y(bytesOf(records[static_cast<std::size_t>(before)], which));
        // What is kept has only an upper edge.
        path.moveTo(x, which == Level::Kept ? height : base);
        path.lineTo(x, height);
        if (inRange <= kMostSteps) {
            for (std::size_t i = first; i < first + inRange; ++i)
                stepTo(area.left() + model::timeToPixel(records[i].time, m_range, width),
                       y(bytesOf(records[i], which)));
        } else {
            const int columns = std::max(1, static_cast<int>(width));
            const drawing::CurveColumns all = curve.columns(m_range, columns);
            const auto& steps = which == Level::Held ? all.held : which == Level::Reserved ? all.allocated : all.pool;
            for (std::size_t i = 0; i < steps.size(); ++i)
                stepTo(area.left() + static_cast<double>(i) * width / columns, y(steps[i].high));
        }
        path.lineTo(last, height);
        const look::Tokens& tokens = look::tokensOf(look::Mode::Light);
        if (which == Level::Kept)
            return m_ink.stroke(path, m_ink.of(tokens.envLine), 1, {3, 3});
        path.lineTo(last, base);
        path.closeSubpath();
        m_ink.fill(path, m_ink.of(which == Level::Held ? tokens.memFill : tokens.memEnv));
        m_ink.stroke(path, m_ink.of(which == Level::Held ? tokens.memLine : tokens.envLine), 1);
    }

    /// Each block from its birth to its death, where they are large enough to be told apart.
    void blocks(const DeviceRecord& device, const drawing::MemoryScale& scale, const QRectF& area,
                std::int64_t others) const
    {
        const auto all = engine::analysis::blocksOf(m_trace, device.id);
        const std::int64_t ground = drawing::groundOf(m_trace.memory(device.id)) + others;
        const Nanoseconds last = std::min(m_range.end, m_options.until.value_or(m_range.end));
        const auto x = [&](Nanoseconds time) {
            return area.left() + model::timeToPixel(std::clamp(time, m_range.begin, last), m_range, area.width());
        };
        const auto y = [&](std::int64_t bytes) {
            return area.bottom() - scale.pixels(static_cast<double>(ground + bytes), area.height());
        };
        QPainterPath outlines;
        std::size_t count = 0;
        for (const drawing::StackPiece& piece : drawing::stackOf(all, m_trace.extent())) {
            if (piece.end <= m_range.begin || piece.begin >= last)
                continue;
            const QRectF rect(QPointF(x(piece.begin), y(piece.to)), QPointF(x(piece.end), y(piece.from)));
            if (rect.height() < kThinnestBlock || rect.width() < kThinnestBlock)
                continue;
            if (++count > kMostBlocks)
                return;
            outlines.addRect(rect);
        }
        m_ink.stroke(outlines, m_ink.of(look::tokensOf(look::Mode::Light).memLine), 0.5);
    }

    void capacity(const DeviceRecord& device, const drawing::MemoryScale& scale, const QRectF& area,
                  bool isRefused) const
    {
        if (device.capacity.value <= 0)
            return;
        const double y = scale.isBroken
                             ? area.top() - 2
                             : area.bottom() - scale.pixels(static_cast<double>(device.capacity.value), area.height());
        const QColor ink = isRefused ? m_ink.fail() : m_ink.text2();
        m_ink.line({area.left(), y}, {area.right(), y}, ink, 1.4, {6, 4});
        if (scale.isBroken) {
            QPainterPath wave(QPointF(area.left() - 6, y + 7));
            wave.lineTo(area.left() - 2, y + 4);
            wave.lineTo(area.left() + 2, y + 9);
            wave.lineTo(area.left() + 6, y + 6);
            m_ink.stroke(wave, m_ink.text2(), 1.2);
        }
        // The line of a failure ends the room on the right.
        const QString text = tr("capacity %1").arg(drawing::capacityText(device.capacity, isRefused));
        if (isRefused)
            return m_ink.write({area.left() + 8, y - 6}, text, m_plan.type.body, QFont::Medium, ink);
        m_ink.writeRight({area.right(), y - 6}, text, m_plan.type.body, QFont::Medium, ink);
    }

    /// The block that did not fit, against the line of the capacity.
    void refused(const DeviceRecord& device, const drawing::MemoryScale& scale, const QRectF& area,
                 std::int64_t others) const
    {
        const MemoryRecord* record = refusedOn(m_trace, device.id);
        if (record == nullptr || record->time < m_range.begin ||
            record->time > std::min(m_range.end, m_options.until.value_or(m_range.end)))
            return;
        const auto level = static_cast<double>(others + record->allocated.value);
        const double bottom = area.bottom() - scale.pixels(level, area.height());
        const double height = std::max(4.0, scale.pixels(static_cast<double>(record->bytes.value), area.height()));
        const double x = area.left() + model::timeToPixel(record->time, m_range, area.width());
        const QRectF block(x + 1, bottom - height, std::min(kRefusedWidth, area.right() - x - 1), height);
        const look::Tokens& tokens = look::tokensOf(look::Mode::Light);
        QPainterPath hatch, outline;
        drawing::addPattern(hatch, look::Pattern::DenseLines, block);
        outline.addRect(block);
        m_ink.fill(block, m_ink.of(tokens.failSoft));
        m_ink.stroke(hatch, m_ink.of(tokens.failFill), 1);
        m_ink.stroke(outline, m_ink.of(tokens.failFill), 1.2);
        const QString text =
            QCoreApplication::translate("Memory", "refused: %1 more").arg(drawing::bytesText(record->bytes, true));
        const double width = Ink::widthOf(text, Ink::font(m_plan.type.body, QFont::Bold));
        const double at = std::clamp(x + 6, area.left(), std::max(area.left(), area.right() - width));
        m_ink.line({block.center().x(), block.top()}, {block.center().x(), block.top() - 8}, m_ink.fail(), 1.2);
        m_ink.write({at, block.top() - 11}, text, m_plan.type.body, QFont::Bold, m_ink.fail());
    }

    void peak(const drawing::StepCurve& curve, const drawing::MemoryScale& scale, const QRectF& area, bool isRefused,
              std::int64_t others) const
    {
        const drawing::StepCurve::Peak peak =
            curve.peak({m_range.begin, std::min(m_range.end, m_options.until.value_or(m_range.end))});
        if (peak.bytes <= 0)
            return;
        const double x = area.left() + model::timeToPixel(peak.time, m_range, area.width());
        const double y = area.bottom() - scale.pixels(static_cast<double>(peak.bytes + others), area.height());
        QPainterPath dot;
        dot.addEllipse(QPointF(x, y), 3.4, 3.4);
        m_ink.fill(dot, m_ink.text());
        // In all that the card holds, as the axis counts: what was refused did not fit beside it.
        const QString text = tr("peak %1").arg(drawing::bytesText(Bytes{peak.bytes + others}, isRefused));
        const double textWidth = Ink::widthOf(text, Ink::font(m_plan.type.body, QFont::Bold));
        // Right of a peak that was the last stands what was refused.
        const double beside = isRefused ? x - 10 - textWidth : x + 8;
        const double at = std::clamp(beside, area.left(), area.right() - textWidth - 4);
        const double baseline =
            isRefused ? y + m_plan.type.body + 2 : std::max(y - 7, area.top() + (scale.isBroken ? 16.0 : 2.0));
        m_ink.fill(QRectF(at - 3, baseline - m_plan.type.body, textWidth + 6, m_plan.type.body + 4), Qt::white);
        m_ink.write({at, baseline}, text, m_plan.type.body, QFont::Bold, m_ink.text());
    }

    const Ink& m_ink;
    const Trace& m_trace;
    const FigureOptions& m_options;
    const Plan& m_plan;
    const model::TimeRange m_range;
};

}  // namespace

std::vector<Plan::LegendEntry> memoryLegend(const Trace& trace)
{
    using Entry = Plan::LegendEntry::What;
    using engine::trace::Kind;
    std::vector<Plan::LegendEntry> legend{{Entry::Held, Kind::Host, tr("holds results"), {}},
                                          {Entry::Reserved, Kind::Host, tr("reserved when issued"), {}}};
    const auto devices = devicesOf(trace);
    if (std::any_of(devices.begin(), devices.end(), [&](const auto* device) {
            drawing::StepCurve curve;
            curve.extend(trace.memory(device->id));
            return curve.showsPool();
        }))
        legend.push_back({Entry::Kept, Kind::Host, tr("kept by the pool"), {}});
    if (std::any_of(devices.begin(), devices.end(), [&](const auto* device) {
            return device->usedByOthers.value > 0 && refusedOn(trace, device->id) != nullptr;
        }))
        legend.push_back({Entry::Others, Kind::Host, tr("used by others"), {}});
    if (std::any_of(devices.begin(), devices.end(), [](const auto* device) { return device->capacity.value > 0; }))
        legend.push_back({Entry::Capacity, Kind::Host, tr("capacity"), {}});
    return legend;
}

std::vector<MemoryRow> memoryRowsOf(const Trace& trace)
{
    std::vector<MemoryRow> rows;
    for (const DeviceRecord* device : devicesOf(trace))
        if (device->kind == engine::trace::DeviceKind::Gpu || rows.empty())
            rows.push_back({device->id});
    return rows;
}

void placeMemory(const Trace& trace, Plan& plan)
{
    const std::size_t count = std::max<std::size_t>(1, devicesOf(trace).size());
    plan.left = plan.margin + plan.type.body * 5.5;
    const double top = plan.headEnd + (plan.size.width() < 1000 ? 8 : 18);
    const double axisHeight = 14 + plan.type.body + 6;
    const double row = plan.size.width() < 500 ? 90 : 130;
    const double height = plan.wanted > 0 ? std::max(80.0, plan.wanted - top - axisHeight - plan.below())
                                          : static_cast<double>(count) * (row + kRowGap);
    plan.body = QRectF(plan.left, top, plan.right - plan.left, height);
    plan.axisY = top + height;
    plan.finish(plan.axisY + axisHeight);
}

void paintMemory(const Ink& ink, const Trace& trace, const FigureOptions& options, const Plan& plan)
{
    MemoryPainter(ink, trace, options, plan, plan.range).paint();
    PanelPainter(ink, plan.panels.back(), plan.left, plan.right)
        .failureWithTime(plan.body.top() + kRowGap - 10, plan.axisY);
}

void paintMemoryRows(const Ink& ink, const PanelPlan& panel, const FigureOptions& options, const Plan& plan)
{
    const MemoryPainter painter(ink, *panel.trace, options, plan, panel.range);
    for (const MemoryRow& row : panel.memory)
        painter.paint(row);
}

}  // namespace ui::figure::detail
