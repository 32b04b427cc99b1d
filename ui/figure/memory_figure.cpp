#include "ui/drawing/memory/memory_painter.h"
#include "ui/drawing/moment_painter.h"
#include "ui/drawing/vector_shapes.h"
#include "ui/figure/detail/bodies.h"
#include "ui/figure/detail/panel_scene.h"
#include "ui/look/format.h"

#include <algorithm>
#include <cmath>

namespace ui::figure::detail {

using drawing::MemoryTrack;
using engine::trace::DeviceRecord;

namespace {

constexpr double kRowGap =
    34;  ///< space above a row for its name and capacity, and for the zero label of the row above

void paintRow(const Ink& ink, const Plan& plan, PanelScene& panel, const MemoryRow& row, const QString& name)
{
    const drawing::Scene& scene = panel.scene();
    const drawing::Surface surface(ink.painter(), &panel.texts());
    MemoryTrack track(scene.trace->devices()[row.device.index]);
    track.extend(*scene.trace);
    track.findBlocks(*scene.trace);
    const drawing::MemoryScene memory{track,
                                      *scene.theme,
                                      scene.range,
                                      std::min(scene.trace->extent(), scene.page.until.value_or(scene.range.end)),
                                      drawing::PaintPath::Vector,
                                      1.0,
                                      {},
                                      scene.labels};
    const QRectF area = drawing::tenth(QRectF(plan.left, row.top, plan.right - plan.left, row.height));
    const QRectF plot = drawing::MemoryScene::plotAround(area, *scene.theme);
    drawing::paintMemoryScale(surface, memory, QRectF(0, plot.top(), area.left(), plot.height()));
    drawing::paintMemory(surface, memory, plot);
    ink.line(area.bottomLeft(), area.bottomRight(), ink.text2(), 1);
    const int size = plan.type.label;
    const double width = Ink::widthOf(name, Ink::font(size, QFont::DemiBold));
    ink.fill(QRectF(plan.panelLeft, area.top() - 8 - size, width + 4, size + 4), ink.ground());
    ink.write({plan.panelLeft, area.top() - 8}, name, size, QFont::DemiBold, ink.text());
}

/// Paints a line at the time of the failure, with the time above it.
void paintFailure(const Ink& ink, PanelScene& panel, const Plan& plan)
{
    const drawing::Scene& scene = panel.scene();
    const auto x = drawing::failureLine(scene);
    if (!x)
        return;
    const double top = plan.body.top() + kRowGap - 10;
    drawing::paintFailureLine({ink.painter(), &panel.texts()}, scene, top, plan.axisY);
    const int size = plan.type.body;
    const QString text = tr("stopped at %1").arg(look::momentText(*scene.failedAt(), scene.origin));
    const double half = Ink::widthOf(text, Ink::font(size, QFont::Bold)) / 2;
    ink.writeCentred({std::clamp(*x, plan.left + half, plan.right - half), top - 4}, text, size, QFont::Bold,
                     ink.fail());
}

}  // namespace

std::vector<Plan::LegendEntry> memoryLegend(const Trace& trace)
{
    using Entry = Plan::LegendEntry;
    std::vector<MemoryTrack> tracks;
    std::vector<const MemoryTrack*> all;
    for (const DeviceRecord* device : drawing::devicesWithMemory(trace))
        tracks.emplace_back(*device).extend(trace);
    for (const MemoryTrack& track : tracks)
        all.push_back(&track);
    std::vector<Entry> legend;
    for (const drawing::MemoryMark mark : drawing::marksOf(all))
        legend.push_back({Entry::Subject::Memory, engine::trace::Kind::Host, drawing::nameOf(mark), {}, mark});
    std::erase_if(all, [](const MemoryTrack* track) { return track->device.capacity.value <= 0; });
    const bool isReached = std::ranges::all_of(all, [](const MemoryTrack* track) { return track->refused >= 0; });
    if (!all.empty())
        legend.push_back({isReached ? Entry::Subject::ReachedCapacity : Entry::Subject::Capacity,
                          engine::trace::Kind::Host,
                          tr("capacity"),
                          {}});
    return legend;
}

std::vector<MemoryRow> memoryRowsOf(const Trace& trace)
{
    std::vector<MemoryRow> rows;
    for (const DeviceRecord* device : drawing::devicesWithMemory(trace))
        if (isGpu(*device) || rows.empty())
            rows.push_back({device->id});
    return rows;
}

void placeMemory(const Trace& trace, Plan& plan)
{
    const std::size_t count = std::max<std::size_t>(1, drawing::devicesWithMemory(trace).size());
    plan.left = std::ceil(plan.margin + plan.type.body * 5.5);
    const double top = plan.heading.end + (plan.size.width() < 1000 ? 8 : 18);
    const double axisHeight = 14 + plan.type.body + 6;
    const double row = plan.size.width() < 500 ? 90 : 130;
    const double height = plan.page.wanted > 0 ? std::max(80.0, plan.page.wanted - top - axisHeight - plan.below())
                                               : static_cast<double>(count) * (row + kRowGap);
    plan.body = QRectF(plan.left, top, plan.right - plan.left, height);
    plan.axisY = top + height;
    plan.finish(plan.axisY + axisHeight);
}

void paintMemory(const Ink& ink, PanelScene& scene, const Plan& plan)
{
    const auto devices = drawing::devicesWithMemory(*scene.scene().trace);
    if (devices.empty())
        ink.write({plan.left, plan.body.top() + 20}, tr("No memory was recorded in this run."), plan.type.body,
                  QFont::Normal, ink.text2());
    const auto count = static_cast<double>(devices.size());
    const double each = plan.body.height() / std::max(1.0, count) - kRowGap;
    double y = plan.body.top() + kRowGap;
    for (const DeviceRecord* device : devices) {
        QString name = QString::fromStdString(device->name);
        if (!device->model.empty() && plan.size.width() >= 1000)
            name = tr("%1 · %2").arg(name, QString::fromStdString(device->model));
        paintRow(ink, plan, scene, {device->id, y, each}, name);
        y += each + kRowGap;
    }
    paintFailure(ink, scene, plan);
}

void paintMemoryRows(const Ink& ink, const PanelPlan& panel, PanelScene& scene, const Plan& plan)
{
    for (const MemoryRow& row : panel.memory)
        paintRow(ink, plan, scene, row,
                 tr("%1 memory").arg(QString::fromStdString(scene.scene().trace->devices()[row.device.index].name)));
}

}  // namespace ui::figure::detail
