#include "app/desktop/setup.h"
#include "table.h"
#include "ui/commands/actions.h"
#include "ui/listing/program_pane.h"
#include "ui/look/theme.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QSlider>
#include <QStyleFactory>
#include <ctime>

namespace {

using bench::median;

/// Runs the event loop until `isDone` returns true, at most 10 s.
template <typename Predicate>
bool waitFor(Predicate isDone)
{
    QElapsedTimer clock;
    clock.start();
    while (!isDone() && clock.elapsed() < 10000)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 5);
    return isDone();
}

/// Returns the CPU time of the whole process. Unlike wall time, it is hardly longer on a loaded machine.
double cpuMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

std::string cpuNote(double milliseconds)
{
    return "CPU " + QString::number(milliseconds, 'f', 1).toStdString() + " ms";
}

/// Measures the time from the start of the process to the first frame. It includes the call of execv() by which the
/// program restarts itself once.
void measureStart(bench::Table& table)
{
    const QString overlap = QCoreApplication::applicationDirPath() + "/overlap";
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        QProcess process;
        process.start(overlap, {"--measure-start"});
        if (!process.waitForFinished(20000) || process.exitCode() != 0)
            return table.skip("start to first frame", "overlap is not built beside this program");
        times.push_back(process.readAllStandardOutput().trimmed().toDouble());
    }
    table.add({.name = "start to first frame", .value = median(times), .unit = "ms", .atMost = 1000});
}

/// Measures, for each program of sections 13.2 and 13.3, the time from a flip of its last switch to the repainted
/// timeline, in the event loop of the real window. The time has no limit, because other load on the machine lengthens
/// it.
void measureFlips(bench::Table& table, ui::shell::MainWindow& window, bool& isShown)
{
    double worst = 0;
    std::string slowest;
    std::vector<double> medians;
    for (const auto& program : window.bench().controller.programs()) {
        if (!program.id.starts_with("13.2") && !program.id.starts_with("13.3"))
            continue;
        isShown = false;
        window.openProgram(QString::fromStdString(program.id));
        const auto hasPoints = [&] { return isShown && !window.bench().document.text().switches().points().empty(); };
        if (!waitFor(hasPoints))
            continue;
        std::vector<double> times, cpu;
        const int line = window.bench().document.text().switches().points().back().line;
        for (int i = 0; i < 7; ++i) {
            isShown = false;
            QElapsedTimer clock;
            clock.start();
            const double cpuBefore = cpuMilliseconds();
            window.bench().document.edits().flip(line);
            (void)waitFor([&] { return isShown; });
            window.bench().timeline.finishPending();
            times.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            cpu.push_back(cpuMilliseconds() - cpuBefore);
        }
        const double time = median(times);
        if (time > worst) {
            worst = time;
            slowest = program.id;
        }
        medians.push_back(time);
        table.add(
            {.name = "flip to repaint: " + program.id, .value = time, .unit = "ms", .note = cpuNote(median(cpu))});
    }
    table.add({.name = "flip to repaint: slowest", .value = worst, .unit = "ms", .note = slowest});
    if (!medians.empty())
        table.add({.name = "flip to repaint: median of the programs",
                   .value = median(medians),
                   .unit = "ms",
                   .note = "aim: 50 ms"});
}

/// Measures the time from the change of a slider of "What if" to the repainted timeline: the changed machine is
/// written, read, run and drawn.
void measureWhatIf(bench::Table& table, ui::shell::MainWindow& window, bool& isShown)
{
    for (const char* program : {"13.3.1", "13.3.2"}) {
        isShown = false;
        window.openProgram(QString::fromLatin1(program));
        if (!waitFor([&] { return isShown; }))
            continue;
        window.bench().actions.whatIf->setChecked(true);
        auto* link = window.findChild<QSlider*>(QStringLiteral("whatIfLink"));
        std::vector<double> times, cpu;
        for (int i = 0; i < 9; ++i) {
            isShown = false;
            QElapsedTimer clock;
            clock.start();
            const double cpuBefore = cpuMilliseconds();
            link->setValue(i % 2 == 0 ? 3 : -3);
            (void)waitFor([&] { return isShown; });
            window.bench().timeline.finishPending();
            times.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
            cpu.push_back(cpuMilliseconds() - cpuBefore);
        }
        window.bench().actions.whatIf->setChecked(false);
        table.add({.name = std::string("what if to repaint: ") + program,
                   .value = median(times),
                   .unit = "ms",
                   .atMost = 100,
                   .note = cpuNote(median(cpu))});
    }
}

/// Measures all times in one window, because a process has only one Python and therefore one front end.
void measureWindow(bench::Table& table)
{
    ui::look::Theme theme;
    ui::files::Session session;
    session.hasReducedMotion = true;
    ui::shell::MainWindow window(theme, app::makeSetup(), session);
    window.resize(1440, 900);
    window.show();
    bool isShown = false;
    QObject::connect(&window, &ui::shell::MainWindow::runShown, &window, [&] { isShown = true; });
    if (!waitFor([&] { return isShown; }))
        return table.skip("flip to repaint, what if", "the front end did not start");
    if (table.wants("flip"))
        measureFlips(table, window, isShown);
    if (table.wants("what if"))
        measureWhatIf(table, window, isShown);
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariableIsSet("QT_QPA_PLATFORM") ? qgetenv("QT_QPA_PLATFORM") : "offscreen");
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    bench::Table table("desktop", argc, argv);
    if (table.wants("start"))
        measureStart(table);
    if (table.wants("flip") || table.wants("what if"))
        measureWindow(table);
    return table.finish();
}
