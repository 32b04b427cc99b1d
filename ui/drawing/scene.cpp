#include "ui/drawing/scene.h"

#include "engine/analysis/scope.h"
#include "ui/drawing/ranks/rank_painter.h"
#include "ui/look/format.h"
#include "ui/look/translate.h"
#include "ui/model/lane_names.h"

#include <algorithm>

namespace ui::drawing {

using engine::trace::OpState;

model::TimeRange Scene::scope() const
{
    if (chosen.only)
        return {chosen.only->begin, std::max(chosen.only->end, chosen.only->begin + Nanoseconds{1})};
    if (chosen.block >= 0 && static_cast<std::size_t>(chosen.block) < trace->blocks().size()) {
        const engine::analysis::Scope work = timed(static_cast<std::size_t>(chosen.block)).scope();
        return {work.begin, std::max(work.end, work.begin + Nanoseconds{1})};
    }
    if (chosen.part)
        return *chosen.part;
    const engine::analysis::Scope run = engine::analysis::runScope(*trace);
    return {run.begin, std::max(run.end, run.begin + Nanoseconds{1})};
}

QString Scene::scopeName() const
{
    if (chosen.only)
        return tr("compared part");
    if (const engine::analysis::Batch* step = batchInView();
        step != nullptr && chosen.part && step->begin == chosen.part->begin)
        return tr("epoch %1, batch %2").arg(step->epoch + 1).arg(step->index + 1);
    return model::scopeName(*trace, chosen.block, chosen.part);
}

engine::analysis::TimedBlock Scene::timed(std::size_t index) const
{
    return digest != nullptr && index < digest->blocks().size() ? digest->blocks()[index]
                                                                : engine::analysis::timedBlock(*trace, index);
}

const engine::analysis::Batch* Scene::batchInView() const
{
    if (digest == nullptr || chosen.batch < 0 ||
        static_cast<std::size_t>(chosen.batch) >= digest->training().batches.size())
        return nullptr;
    return &digest->training().batches[static_cast<std::size_t>(chosen.batch)];
}

std::optional<Nanoseconds> Scene::failedAt() const
{
    if (!trace->error())
        return std::nullopt;
    return trace->error()->time;
}

std::optional<QRectF> rectOf(const Scene& scene, engine::OpId id)
{
    if (!id.isValid() || id.index >= scene.trace->opCount())
        return std::nullopt;
    const auto& op = scene.trace->op(id);
    const Row* row = scene.layout.rowOf(op.lane);
    const bool hasStarted = engine::analysis::hasStarted(op);
    if (row == nullptr || !hasStarted)
        return std::nullopt;
    std::vector<Row> lanes;
    if (row->kind == RowKind::Rank) {
        lanes = lanesOfFolded(*scene.trace, *row);
        row = &*std::ranges::find(lanes, op.lane, &Row::lane);
    }
    const Nanoseconds end = op.state == OpState::Running ? scene.trace->extent() : op.finished;
    const double left = scene.xOf(op.started);
    return QRectF(left, scene.yOf(*row) + row->barTop, std::max(1.0, scene.xOf(end) - left), row->barHeight);
}

double knownRight(const Scene& scene)
{
    const double right = scene.plotLeft() + scene.plotWidth();
    return scene.page.until ? std::clamp(scene.xOf(*scene.page.until), scene.plotLeft(), right) : right;
}

QString laneDuration(Nanoseconds duration)
{
    const double seconds = engine::toSeconds(duration);
    if (seconds >= 0.1 && seconds < 1000.0)
        return QString::number(seconds, 'f', 3) + QStringLiteral(" s");
    return look::durationText(duration);
}

}  // namespace ui::drawing
