#include "ui/figure/detail/plan.h"

#include "engine/trace/imported.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <set>

namespace ui::figure::detail {

using engine::Nanoseconds;
using engine::trace::Kind;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;
using engine::trace::Trace;

namespace {

constexpr double kInch = 96;
constexpr double kMillimetre = kInch / 25.4;

bool isUsed(const Trace& trace, engine::LaneId lane, const model::TimeRange& range)
{
    const auto& index = trace.index(lane);
    const std::size_t first = index.firstEndingAfter(range.begin);
    return first < index.spans().size() && index.spans()[first].begin < range.end;
}

std::size_t gpuCount(const Trace& trace)
{
    return static_cast<std::size_t>(std::count_if(trace.devices().begin(), trace.devices().end(), [](const auto& d) {
        return d.kind == engine::trace::DeviceKind::Gpu;
    }));
}

QString laneLabel(const Trace& trace, const LaneRecord& lane, bool isOnlyGpu, bool isShort)
{
    const engine::trace::DeviceRecord* device = lane.device.isValid() && lane.device.index < trace.devices().size()
                                                    ? &trace.devices()[lane.device.index]
                                                    : nullptr;
    const QString name = !device ? QString()
                         : device->kind == engine::trace::DeviceKind::Gpu && isOnlyGpu
                             ? QStringLiteral("GPU")
                             : QString::fromStdString(device->name);
    if (engine::trace::isImported(trace.run()) && !lane.name.empty())
        return (isShort || name.isEmpty() ? QString() : name + QLatin1Char(' ')) + QString::fromStdString(lane.name);
    const QString number = lane.index > 0 ? QStringLiteral(" %1").arg(lane.index + 1) : QString();
    switch (lane.role) {
        case LaneRole::Compute:
            return (isShort ? name : tr("%1 compute").arg(name)) + number;
        case LaneRole::CpuWorker:
            return (isShort ? tr("CPU") : tr("CPU compute")) + number;
        case LaneRole::CopyIn:
            return isOnlyGpu || isShort ? tr("Copy to GPU") + number : tr("%1 copy in").arg(name) + number;
        case LaneRole::CopyOut:
            return isOnlyGpu || isShort ? tr("Copy to CPU") + number : tr("%1 copy out").arg(name) + number;
        case LaneRole::CopyPeer:
            return tr("%1 to peer").arg(name) + number;
        case LaneRole::HostPages:
            return tr("Host pages");
        default:
            return QString::fromStdString(lane.name);
    }
}

std::vector<RowPlan> rowsOf(const Trace& trace, const model::TimeRange& range, bool hasProgram, bool isShort)
{
    std::vector<RowPlan> rows;
    if (hasProgram)
        rows.push_back({tr("Program"), {}, {}, LaneRole::Frontend});
    // Devices in their order, the lanes of each in the order of their roles.
    std::vector<const LaneRecord*> lanes;
    for (const LaneRecord& lane : trace.lanes())
        if (lane.role != LaneRole::Frontend && lane.role != LaneRole::Link && isUsed(trace, lane.id, range))
            lanes.push_back(&lane);
    std::set<std::uint32_t> gpus;
    for (const LaneRecord* lane : lanes)
        if (lane->device.index < trace.devices().size() &&
            trace.devices()[lane->device.index].kind == engine::trace::DeviceKind::Gpu)
            gpus.insert(lane->device.index);
    std::stable_sort(lanes.begin(), lanes.end(), [](const LaneRecord* a, const LaneRecord* b) {
        return std::tuple(a->device.index, a->role, a->index) < std::tuple(b->device.index, b->role, b->index);
    });
    const bool isOnlyGpu = gpus.size() <= 1 && gpuCount(trace) >= 1;
    for (const LaneRecord* lane : lanes)
        rows.push_back({laneLabel(trace, *lane, isOnlyGpu, isShort), lane->id, lane->device, lane->role});
    return rows;
}

TypeSizes typeFor(double width)
{
    if (width < 500)
        return {15, 12, 12, 12};
    if (width < 1000)
        return {20, 14, 13, 12};
    return {28, 16, 14, 13};
}

QStringList wrap(const QString& text, const QFont& font, double width)
{
    QStringList lines;
    QString line;
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (!line.isEmpty() && Ink::widthOf(longer, font) > width) {
            lines << line;
            line = word;
        } else {
            line = longer;
        }
    }
    if (!line.isEmpty())
        lines << line;
    return lines;
}

QString kindText(const Trace& trace, Kind kind, const Plan& plan)
{
    switch (kind) {
        case Kind::Compute: {
            // "product (mm)" where that is all there is.
            std::set<std::string_view> names;
            for (const RowPlan& row : plan.rows)
                if (!row.isProgram()) {
                    const auto& index = trace.index(row.lane);
                    const std::size_t last = index.firstBeginningAt(plan.range.end);
                    const std::size_t first = index.firstEndingAfter(plan.range.begin);
                    for (std::size_t i = first; i < std::min(last, first + 2000); ++i)
                        if (index.spans()[i].op.isValid() && index.spans()[i].kind == Kind::Compute)
                            names.insert(trace.text(trace.op(index.spans()[i].op).name));
                }
            const bool isProduct =
                names.size() == 1 && (*names.begin() == "mm" || *names.begin() == "dot" || *names.begin() == "matmul");
            return isProduct ? tr("product (%1)")
                                   .arg(QString::fromUtf8(names.begin()->data(),
                                                          static_cast<qsizetype>(names.begin()->size())))
                             : tr("compute");
        }
        case Kind::Backward:
            return tr("backward");
        case Kind::Elementwise:
            return tr("elementwise");
        case Kind::CopyIn:
            return tr("copy CPU to GPU");
        case Kind::CopyOut:
            return tr("copy GPU to CPU");
        case Kind::CopyPeer:
            return tr("copy GPU to GPU");
        case Kind::Host:
            return tr("program issues, pages");
    }
    return {};
}

void planLegend(const Trace& trace, const FigureOptions& options, Plan& plan)
{
    std::set<Kind> kinds;
    for (const RowPlan& row : plan.rows) {
        if (row.isProgram())
            continue;
        engine::trace::Coverage coverage;
        trace.index(row.lane).cover({plan.range.begin, plan.range.end, 1000}, coverage);
        for (const auto& slice : coverage.slices)
            kinds.insert(trace.spans(row.lane)[slice.span].kind);
        for (const auto& column : coverage.columns)
            kinds.insert(column.kind);
    }
    using What = Plan::LegendEntry::What;
    for (const Kind kind : kinds)
        plan.legend.push_back({What::Kind, kind, kindText(trace, kind, plan), {}});
    const bool hasWaits = std::any_of(trace.waits().begin(), trace.waits().end(), [&](const auto& wait) {
        return wait.end > plan.range.begin && wait.begin < plan.range.end;
    });
    if (trace.opCount() > 0 && !kinds.count(Kind::Host))
        plan.legend.push_back({What::Issue, Kind::Host, tr("program issues"), {}});
    if (hasWaits) {
        plan.legend.push_back({What::Wait, Kind::Host, tr("program waits"), {}});
        if (options.showSyncMarks)
            plan.legend.push_back({What::Mark, Kind::Host, tr("wait returns"), {}});
    }
}

/// Places the entries left to right, and below where they are too many. Returns the height.
double placeLegend(Plan& plan)
{
    const QFont font = Ink::font(plan.type.label, QFont::Medium);
    const double rowHeight = plan.type.label + 9;
    const double swatch = 30, gap = 28;
    double x = plan.margin, y = plan.type.label;
    for (Plan::LegendEntry& entry : plan.legend) {
        const double width = swatch + Ink::widthOf(entry.text, font);
        if (x > plan.margin && x + width > plan.size.width() - plan.margin) {
            x = plan.margin;
            y += rowHeight;
        }
        entry.at = QPointF(x, y);
        x += width + gap;
    }
    return plan.legend.empty() ? 0 : y + 6;
}

struct RowHeights {
    double program = 22, lane = 30, gap = 5;
};

double placeRows(std::vector<RowPlan>& rows, double top, const RowHeights& heights, double factor)
{
    double y = top;
    for (RowPlan& row : rows) {
        row.top = y;
        row.height = (row.isProgram() ? heights.program : heights.lane) * factor;
        y += row.height + heights.gap * std::min(factor, 1.6);
    }
    return rows.empty() ? y : y - heights.gap * std::min(factor, 1.6);
}

model::TimeRange magnifiedRange(const Trace& trace, const Plan& plan, const FigureOptions& options)
{
    if (options.magnified)
        return *options.magnified;
    // From the start of the last block until eleven operations of the busiest lane have passed.
    Nanoseconds begin = plan.range.begin;
    for (const engine::trace::BlockRecord& block : trace.blocks())
        if (block.begin >= plan.range.begin && block.begin < plan.range.end)
            begin = block.begin;
    Nanoseconds end = plan.range.end;
    std::size_t most = 0;
    for (const RowPlan& row : plan.rows) {
        if (row.isProgram() || row.role == LaneRole::HostPages)
            continue;
        const auto& index = trace.index(row.lane);
        const std::size_t first = index.firstBeginningAt(begin);
        const std::size_t last = index.firstBeginningAt(plan.range.end);
        if (last > first && last - first > most) {
            most = last - first;
            end = index.spans()[std::min(first + 10, last - 1)].end();
        }
    }
    return {begin, std::max(end, begin + Nanoseconds{1})};
}

}  // namespace

QString tr(const char* text)
{
    return QCoreApplication::translate("ui::figure", text);
}

model::TimeRange rangeOf(const Trace& trace, const FigureOptions& options)
{
    if (options.range && options.range->length().count() > 0)
        return *options.range;
    const Nanoseconds extent = std::max(trace.extent(), Nanoseconds{1});
    if (trace.blocks().empty())
        return {Nanoseconds{0}, extent};
    Nanoseconds begin = trace.blocks().front().begin, end = begin;
    for (const engine::trace::BlockRecord& block : trace.blocks()) {
        begin = std::min(begin, block.begin);
        end = std::max(end, block.end);
    }
    // Work that outlives the clocks is what a reader has to see; a tail many times as long would hide the blocks.
    if (extent - end <= (end - begin) / 2)
        end = std::max(end, extent);
    else if (trace.blocks().size() == 1)
        end = extent;
    return {begin, std::max(end, begin + Nanoseconds{1})};
}

Nanoseconds niceStep(Nanoseconds length, double parts)
{
    const double raw = std::max(1.0, static_cast<double>(length.count()) / std::max(parts, 1.0));
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0})
        if (factor * power >= raw * 0.999)
            return Nanoseconds{std::max<std::int64_t>(1, std::llround(factor * power))};
    return Nanoseconds{std::llround(power * 10)};
}

QString stepText(Nanoseconds time)
{
    const auto ns = static_cast<double>(time.count());
    struct Unit {
        double size;
        const char* name;
    };
    for (const Unit& unit : {Unit{1e9, "s"}, Unit{1e6, "ms"}, Unit{1e3, "µs"}, Unit{1, "ns"}})
        if (std::abs(ns) >= unit.size * 0.9999 || unit.size == 1)
            return QLocale().toString(ns / unit.size, 'g', 6) + QLatin1Char(' ') + QString::fromUtf8(unit.name);
    return {};
}

Plan makePlan(const Trace& trace, const FigureOptions& options)
{
    Plan plan;
    const bool isSlide = options.preset == Preset::Slide;
    const double width = isSlide                                ? 1280
                         : options.preset == Preset::Page178mm  ? 178 * kMillimetre
                         : options.preset == Preset::Column85mm ? 85 * kMillimetre
                                                                : std::clamp(options.size.width(), 240, 8192);
    const double wanted = isSlide ? 720 : options.preset == Preset::Custom ? std::min(options.size.height(), 8192) : 0;
    plan.type = typeFor(width);
    plan.texts = textsFor(trace, options);
    plan.range = rangeOf(trace, options);
    plan.margin = width < 500 ? 10 : width < 1000 ? 18 : 48;
    plan.size.setWidth(width);
    plan.rows = rowsOf(trace, plan.range, true, width < 500);

    // Across: the labels take what they need.
    const QFont labelFont = Ink::font(plan.type.label, QFont::Medium);
    double labels = 0;
    for (const RowPlan& row : plan.rows)
        labels = std::max(labels, Ink::widthOf(row.label, labelFont));
    plan.left = plan.margin + std::max(labels + 12, width >= 1000 ? 138.0 : 0.0);
    plan.right = width - plan.margin;

    planLegend(trace, options, plan);
    if (!options.showLegend)
        plan.legend.clear();
    const QFont bodyFont = Ink::font(plan.type.body);
    const double textWidth = width - 2 * plan.margin;
    plan.caption = wrap(plan.texts.caption, bodyFont, textWidth - (width > 500 ? 90 : 0));
    const QStringList note = wrap(plan.texts.note, bodyFont, textWidth - 60);
    // The note follows on the same line where there is room.
    const QString joined =
        plan.caption.isEmpty() ? QString() : plan.caption.last() + QLatin1Char(' ') + plan.texts.note;
    if (!joined.isEmpty() && Ink::widthOf(joined, bodyFont) < textWidth - 80)
        plan.caption.last() = joined;
    else
        plan.caption += note;
    const double lineHeight = plan.type.body + 6;
    const double captionHeight = static_cast<double>(plan.caption.size()) * lineHeight;

    // Down.
    const double pad = width < 500 ? 6 : width < 1000 ? 12 : 26;
    plan.titleBaseline = pad + plan.type.title;
    for (const QString& line : wrap(plan.texts.subtitle, Ink::font(plan.type.subtitle), textWidth - 130))
        plan.subtitleLines.push_back(line);
    plan.subtitleBaseline = plan.titleBaseline + plan.type.subtitle + (width < 1000 ? 5 : 12);
    const double subtitleEnd =
        plan.subtitleBaseline + (static_cast<double>(plan.subtitleLines.size()) - 1) * (plan.type.subtitle + 5);
    plan.scaleBarY = subtitleEnd - 4;
    const bool hasBlocks = !trace.blocks().empty();
    plan.bracketY = subtitleEnd + (width < 1000 ? 24 : 34);
    const double bookHeight = options.showBookResults && hasBlocks ? plan.type.body + 4 : 0;
    const double rowsTop = hasBlocks ? plan.bracketY + 18 + bookHeight : subtitleEnd + (width < 1000 ? 18 : 28);

    RowHeights heights;
    if (width < 1000)
        heights = {18, 22, 4};
    // In a column there is no room for a second timeline.
    plan.hasMagnified = options.showMagnified && plan.rows.size() > 1 && width >= 500;
    if (plan.hasMagnified) {
        plan.magnified = magnifiedRange(trace, plan, options);
        plan.magnifiedRows = rowsOf(trace, plan.magnified, false, width < 500);
        // Half of the timeline or more needs no magnifying glass.
        plan.hasMagnified = !plan.magnifiedRows.empty() && plan.magnified.length() * 2 < plan.range.length();
    }
    const double axisHeight = 14 + plan.type.body + 6;
    const double magnifiedHead = plan.type.label + 24;
    const double legendHeight = placeLegend(plan);
    const double below = axisHeight + (legendHeight > 0 ? legendHeight + 14 : 0) + 16 + captionHeight + pad - 4;
    const double rowsHeight = placeRows(plan.rows, rowsTop, heights, 1) - rowsTop;
    RowHeights wider = heights;
    wider.gap = 16;  // arrows need room
    double magnifiedHeight = 0;
    if (plan.hasMagnified)
        magnifiedHeight = placeRows(plan.magnifiedRows, 0, wider, 1) + magnifiedHead + 16;
    // A slide is filled: lanes grow, but not beyond what looks like a lane.
    const double most = plan.rows.size() + plan.magnifiedRows.size() <= 3 ? 3.6 : 2.6;
    double factor = 1;
    if (wanted > 0)
        factor =
            std::clamp((wanted - rowsTop - below - magnifiedHead) /
                           std::max(1.0, rowsHeight + magnifiedHeight - magnifiedHead * (plan.hasMagnified ? 1 : 0)),
                       0.4, most);
    double y = placeRows(plan.rows, rowsTop, heights, factor);
    plan.axisY = y + 14;
    y += axisHeight;
    if (plan.hasMagnified) {
        plan.magnifiedTitle = y + magnifiedHead - 8;
        y = placeRows(plan.magnifiedRows, y + magnifiedHead + 4, wider, factor) + 12;
    }
    plan.size.setHeight(std::max(wanted, y + below - axisHeight));
    // Legend and caption stand at the foot.
    plan.captionBaseline = plan.size.height() - (pad - 4) - captionHeight + plan.type.body;
    plan.ruleY = plan.captionBaseline - plan.type.body - 8;
    plan.legendTop = plan.ruleY - 12 - legendHeight;
    return plan;
}

}  // namespace ui::figure::detail
