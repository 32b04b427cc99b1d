#include "app/desktop/shot.h"

#include "ui/commands/actions.h"
#include "ui/drawing/page_file.h"
#include "ui/machines/calibration.h"
#include "ui/machines/machine_files.h"
#include "ui/model/operation_labels.h"
#include "ui/run_choice/compare_control.h"
#include "ui/teach/lesson_controller.h"
#include "ui/timeline/timeline_view.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QByteArray>
#include <QEventLoop>
#include <QFile>
#include <QPixmap>
#include <QSlider>
#include <QTimer>
#include <cstdio>
#include <functional>

namespace app {

namespace {

constexpr int kTimeoutMs = 30000;

/// Runs the event loop until `isDone` returns true. Returns false on timeout.
bool waitFor(const std::function<bool()>& isDone)
{
    QEventLoop loop;
    QTimer poll, limit;
    poll.setInterval(10);
    limit.setSingleShot(true);
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (isDone())
            loop.quit();
    });
    QObject::connect(&limit, &QTimer::timeout, &loop, &QEventLoop::quit);
    poll.start();
    limit.start(kTimeoutMs);
    loop.exec();
    return isDone();
}

/// Whether the window asks whether to run a file that is not trusted. While it asks, it shows no run.
bool isAsking(const ui::shell::MainWindow& window)
{
    return !window.bench().document.isTrusted();
}

/// Waits until, for a while, the window is idle and `isOtherDone` returns true. A shorter wait is not enough, because
/// queued work may start another run.
void settle(
    ui::shell::MainWindow& window, const std::function<bool()>& isOtherDone = [] { return true; })
{
    (void)waitFor([&, calm = 0]() mutable {
        calm = (isAsking(window) || window.desk().isSettled()) && isOtherDone() ? calm + 1 : 0;
        return calm > 20;
    });
}

int blockNamed(const engine::trace::Trace& trace, const QString& label)
{
    for (std::size_t i = 0; i < trace.blocks().size(); ++i)
        if (QString::fromStdString(trace.blocks()[i].label) == label)
            return static_cast<int>(i);
    return static_cast<int>(trace.blocks().size()) - 1;
}

/// Returns the last operation with this label.
engine::OpId opNamed(const engine::trace::Trace& trace, const QString& label)
{
    for (std::size_t i = trace.opCount(); i-- > 0;)
        if (ui::model::operationLabel(trace, trace.op(engine::OpId{i})) == label)
            return engine::OpId{i};
    return {};
}

void select(ui::shell::MainWindow& window, const CommandLine& line)
{
    const engine::trace::Trace& trace = *window.bench().feed.trace();
    if (!line.block.isEmpty()) {
        window.bench().selection.setBlock(blockNamed(trace, line.block));
        window.bench().timeline.showOpeningView();
    }
    engine::OpId op = line.selectLabel.isEmpty() ? engine::OpId() : opNamed(trace, line.selectLabel);
    if (line.selectOp >= 0 && static_cast<std::size_t>(line.selectOp) < trace.opCount())
        op = engine::OpId{line.selectOp};
    if (op.isValid()) {
        window.bench().selection.selectOp(op);
        const engine::trace::Op& of = trace.op(op);
        window.bench().playhead.setTime(of.started + (of.finished - of.started) / 2);
    }
    if (!line.selectRanks.empty()) {
        window.bench().selection.selectRanks(line.selectRanks);
        window.bench().feed.ranks().finish();
    }
    if (line.range.size() == 2) {
        const engine::Nanoseconds origin = window.bench().range.origin();
        window.bench().range.setRange(
            {origin + engine::fromSeconds(line.range[0]), origin + engine::fromSeconds(line.range[1])});
    }
    if (line.time >= 0)
        window.bench().playhead.setTime(window.bench().range.origin() + engine::fromSeconds(line.time));
}

/// Starts a lesson, moves to a step and answers its question; after each of these actions, waits until the window has
/// settled.
void showLesson(ui::shell::MainWindow& window, const CommandLine& line)
{
    ui::teach::LessonController& lessons = *window.parts().lessons;
    const auto isStageSettled = [&] { return lessons.stage().isSettled(); };
    lessons.open(QString::fromStdString(line.lesson));
    settle(window, isStageSettled);
    lessons.player().goTo(line.step - 1);
    settle(window, isStageSettled);
    lessons.player().answer(std::nullopt);
    settle(window, isStageSettled);
}

}  // namespace

void applyStart(ui::shell::MainWindow& window, const CommandLine& line)
{
    if (!line.machine.empty())
        window.parts().machineFiles->use(QFile::decodeName(line.machine.c_str()));
    ui::listing::ProgramDocument& document = window.bench().document;
    if (line.dialect)
        document.listing().setDialect(*line.dialect);
    if (line.values)
        document.setValues(*line.values);
    for (const auto& [name, value] : line.parameters)
        document.parameters().set(name, QString::fromStdString(value));
    std::map<int, bool> flips = document.text().switches().flips();
    for (int number : line.off)
        flips[number] = false;
    for (int number : line.on)
        flips[number] = true;
    if (flips != document.text().switches().flips())
        document.edits().setFlips(flips);
    if (!line.sync && line.inserted.empty() && line.levers.empty())
        return;
    document.listing().whenAnalysed(
        [&document, flips, sync = line.sync, inserted = line.inserted, levers = line.levers]() mutable {
            if (sync)
                for (const auto& point : document.text().switches().points())
                    flips.try_emplace(point.line, *sync);
            document.edits().setFlips(flips);
            std::vector<ui::listing::LeverChange> changes;
            for (const LeverSetting& lever : levers)
                changes.push_back({lever.line, lever.name, lever.value});
            document.edits().changeLevers(std::move(changes),
                                          [&document, inserted] { document.edits().insertWaits(inserted); });
        });
}

int takeShot(ui::shell::MainWindow& window, const CommandLine& line)
{
    window.setMinimumSize(200, 200);
    window.resize(line.size);
    window.show();
    const auto isAnalysed = [&] {
        return isAsking(window) || !window.bench().document.text().switches().points().empty() ||
               window.desk().isSettled();
    };
    bool isReady = false;
    QObject::connect(&window, &ui::shell::MainWindow::firstReady, &window, [&] { isReady = true; });
    if (!waitFor([&] { return isReady || isAsking(window); }) || !waitFor(isAnalysed)) {
        std::fprintf(stderr, "overlap: the window was not ready within 30 s\n");
        return 1;
    }
    if (line.keepsBefore)  // waits for the first run, which is compared with the run after the changes
        (void)waitFor([&] { return window.desk().isSettled(); });
    applyStart(window, line);
    if (line.isLive) {
        window.desk().starter().run();
        (void)waitFor([&] {
            return window.bench().feed.trace()->opCount() > 0 && window.bench().controller.progress().seconds > 1.0;
        });
    } else {
        settle(window);
        select(window, line);
    }
    if (line.whatIf.size() == 2) {
        window.bench().actions.whatIf->setChecked(true);
        window.findChild<QSlider*>(QStringLiteral("whatIfLink"))->setValue(line.whatIf[0]);
        window.findChild<QSlider*>(QStringLiteral("whatIfDispatch"))->setValue(line.whatIf[1]);
        settle(window);
    }
    if (!line.lesson.empty())
        showLesson(window, line);
    if (line.asksFirst)
        window.bench().actions.predictFirst->setChecked(true);
    if (line.compare == "beside") {
        window.parts().calibration->showBeside();
        (void)waitFor([&] { return window.parts().compareControl->isOpen(); });
    } else if (!line.compare.empty()) {
        window.parts().compareControl->setArrangement(line.compare == "overlaid" ? ui::compare::Arrangement::Overlaid
                                                                                 : ui::compare::Arrangement::Stacked);
        window.parts().compareControl->open();
        (void)waitFor([&] { return window.parts().compareControl->isOpen(); });
    }
    for (const std::string& name : line.commands)
        for (QAction* action : window.bench().actions.all())
            if (action->objectName() == QString::fromStdString(name))
                action->trigger();
    // Waits for background predictions and queued repaints.
    (void)waitFor([&, ticks = 0]() mutable { return ++ticks > 60; });
    window.bench().timeline.finishPending();
    const QPixmap picture = window.grab();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    const bool isDrawn = buffer.open(QIODevice::WriteOnly) && picture.save(&buffer, "PNG");
    const engine::Status written = isDrawn ? ui::drawing::writeBytes(bytes, line.output) : engine::Status();
    if (!isDrawn || !written) {
        std::fprintf(stderr, "overlap: %s\n",
                     isDrawn ? written.error().english().c_str() : "the picture could not be drawn");
        return 2;
    }
    return 0;
}

}  // namespace app
