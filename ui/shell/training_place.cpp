#include "ui/shell/training_place.h"

#include "engine/trace/imported.h"
#include "ui/model/training_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace ui::shell {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ui::shell::TrainingPlace)
};

}  // namespace

QString trainingProgress(const engine::trace::Trace& trace, const engine::analysis::Training& training)
{
    const auto& steps = trace.programPart().steps;
    if (steps.empty() || !trace.isLive())
        return {};
    const engine::trace::StepRecord& last = steps.back();
    QStringList parts;
    if (!training.empty() && !training.runs.back().epochs.empty())
        parts << model::epochName(training.runs.back().epochs.back().index);
    if (last.kind == engine::trace::StepKind::Batch)
        parts << model::batchName(last.index, last.count);
    return parts.isEmpty() ? QString() : QStringLiteral(" · ") + parts.join(QStringLiteral(", "));
}

QString placeInTraining(const engine::trace::Trace& trace, const engine::analysis::Training& training,
                        engine::Nanoseconds time)
{
    if (engine::trace::isImported(trace.run()))
        return {};
    const auto& runs = training.runs;
    for (std::size_t i = runs.size(); i-- > 0;) {
        if (runs[i].begin > time)
            continue;
        engine::Nanoseconds trained{};
        const engine::analysis::EpochFigures* at = nullptr;
        for (const auto& epoch : runs[i].epochs) {
            if (epoch.begin > time)
                break;
            trained += at != nullptr ? at->time() : engine::Nanoseconds{0};
            at = &epoch;
        }
        if (at == nullptr)
            return {};
        trained += std::min(time - at->begin, at->time());
        return Texts::tr("epoch %1 · %2 s").arg(at->index + 1).arg(engine::toSeconds(trained), 0, 'f', 2);
    }
    return {};
}

}  // namespace ui::shell
