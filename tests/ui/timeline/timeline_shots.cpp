// Renders the timeline with the sample runs to PNG files for visual review: timeline_shots DIR [NAME].
#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "ui/memory/memory_rows.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QDir>
#include <QPainter>
#include <QTextStream>

namespace {

using engine::Nanoseconds;
using tests::Sample;

struct Shot {
    QString name;
    Sample sample;
    ui::look::Mode mode;
    double scale;
    QSize size;
};

void prepare(const Shot& shot, ui::model::TraceFeed& feed, ui::model::VisibleRange& range,
             ui::model::Selection& selection, ui::model::Playhead& playhead)
{
    const auto& trace = *feed.trace();
    const Nanoseconds origin = range.origin();
    const auto at = [&](double seconds) { return origin + engine::fromSeconds(seconds); };
    if (shot.sample == Sample::TwoGpus) {
        playhead.setTime(at(1.187));
        selection.setBlock(2);
        selection.setRuler(ui::model::TimeRange{at(0.0), at(0.4967)});
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const auto& op = trace.op(engine::OpId{i});
            if (trace.text(op.label) == "y[17]" && op.started < at(1.187) && op.finished > at(1.16))
                selection.selectOp(op.id);
        }
    }
    if (shot.sample == Sample::TwoGpusOverlap)
        selection.setBlock(2);
    if (shot.sample == Sample::CopyOverlap) {
        const auto& block = trace.blocks()[trace.blocks().size() - 1];
        selection.setBlock(static_cast<int>(trace.blocks().size()) - 1);
        range.setOrigin(block.begin);
        range.setRange({block.begin - engine::fromSeconds(0.018), block.begin + engine::fromSeconds(0.645)});
        playhead.setTime(block.begin + engine::fromSeconds(0.197));
        for (std::size_t i = 0; i < trace.opCount(); ++i) {
            const auto& op = trace.op(engine::OpId{i});
            if (op.kind == engine::trace::Kind::CopyOut && op.started <= playhead.time() &&
                op.finished > playhead.time())
                selection.hover().setOp(op.id);
        }
    }
    if (shot.sample == Sample::OutOfMemory && trace.error()) {
        const Nanoseconds failed = trace.error()->time;
        range.setRange({failed - engine::fromSeconds(0.075), failed + engine::fromSeconds(0.048)});
        playhead.setTime(failed);
    }
}

void render(const Shot& shot, const QDir& folder)
{
    ui::look::Theme theme(shot.mode);
    theme.setScale(shot.scale);
    ui::model::TraceFeed feed;
    ui::model::VisibleRange range;
    ui::model::Selection selection;
    ui::model::Playhead playhead;
    ui::model::RunContext context;
    if (shot.sample == Sample::TwoGpus)
        context.bookResults = {{"GPU1 time", 0.4967}, {"GPU2 time", 0.5151}, {"GPU1 & GPU2", 0.5}};
    if (shot.sample == Sample::CopyOverlap)
        context.bookResults = {{"Run on GPU1 and copy to CPU", 2.4682}};
    ui::timeline::TimelineView view(theme, feed, range, selection, playhead);
    ui::memory::MemoryRows rows(theme, feed, range);
    view.setRows(&rows);
    view.resize(shot.size);
    playhead.setReducedMotion(true);
    view.show();
    feed.show(tests::sampleTrace(shot.sample), context);
    prepare(shot, feed, range, selection, playhead);
    QCoreApplication::processEvents();
    view.finishPending();
    view.grab().save(folder.filePath(shot.name + QStringLiteral(".png")));
}

}  // namespace

/// Renders a training: one batch, its epochs, and a live run.
void renderTraining(const QString& name, ui::look::Mode mode, const tests::TrainingShape& shape, bool isWhole,
                    const QDir& folder)
{
    ui::look::Theme theme(mode);
    ui::model::TraceFeed feed;
    ui::model::VisibleRange range;
    ui::model::Selection selection;
    ui::model::Playhead playhead;
    ui::timeline::TimelineView view(theme, feed, range, selection, playhead);
    view.resize(772, 542);
    playhead.setReducedMotion(true);
    view.show();
    feed.show(tests::trainingTrace(shape), {});
    playhead.setTime(view.openingMoment().value_or(feed.trace()->extent()));
    if (isWhole)
        range.setRange(range.extent());
    QCoreApplication::processEvents();
    view.finishPending();
    view.grab().save(folder.filePath(name + QStringLiteral(".png")));
}

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QDir folder(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("."));
    const QString only = argc > 2 ? QString::fromLocal8Bit(argv[2]) : QString();
    using ui::look::Mode;
    const QSize design(772, 782);
    const Shot shots[] = {
        {"main-light", Sample::TwoGpus, Mode::Light, 1, design},
        {"main-dark", Sample::TwoGpus, Mode::Dark, 1, design},
        {"main-200", Sample::TwoGpus, Mode::Light, 2, design * 2},
        {"mistimed", Sample::TwoGpusOverlap, Mode::Light, 1, design},
        {"mistimed-dark", Sample::TwoGpusOverlap, Mode::Dark, 1, design},
        {"copy-overlap", Sample::CopyOverlap, Mode::Light, 1, design},
        {"copy-overlap-dark", Sample::CopyOverlap, Mode::Dark, 1, design},
        {"oom", Sample::OutOfMemory, Mode::Light, 1, {772, 696}},
        {"oom-dark", Sample::OutOfMemory, Mode::Dark, 1, {772, 696}},
        {"live", Sample::Live, Mode::Light, 1, design},
        {"elementwise", Sample::Elementwise, Mode::Light, 1, design},
        {"empty", Sample::Empty, Mode::Light, 1, design},
    };
    for (const Shot& shot : shots)
        if (only.isEmpty() || shot.name == only)
            render(shot, folder);
    if (only.isEmpty() || only == QLatin1String("training")) {
        renderTraining(QStringLiteral("training-light"), Mode::Light, {{1, 2}, 4, 235}, false, folder);
        renderTraining(QStringLiteral("training-dark"), Mode::Dark, {{1, 2}, 4, 235}, false, folder);
        renderTraining(QStringLiteral("training-epochs"), Mode::Light, {{1, 2}, 4, 235}, true, folder);
        renderTraining(QStringLiteral("training-live"), Mode::Light, {{1, 2}, 2, 8, 3}, false, folder);
    }
    return 0;
}
