#include "app/desktop/window_command.h"

#include "app/desktop/shot.h"
#include "app/wiring/machines.h"
#include "app/wiring/resources.h"
#include "engine/device/machine_catalogue.h"
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QIcon>
#include <QSettings>
#include <QStyleFactory>
#include <QTimer>
#include <cstdio>
#include <memory>

namespace app {

namespace {

using engine::frontend::Runner;

/// Python starts on the thread that runs programs, after the window is on the screen.
ui::run::BackendMaker backendMaker(std::filesystem::path resources)
{
    return [resources = std::move(resources)]() -> engine::Result<ui::run::Backend> {
        const std::filesystem::path machines = resources / "machines";
        auto made = Runner::create(runnerPaths(resources), platformFactory(machines), machineLabels(machines));
        if (!made)
            return std::move(made).error();
        const std::shared_ptr<Runner> runner = *std::move(made);
        ui::run::Backend backend;
        backend.programs = runner->programs();
        backend.run = [runner](const auto& request, auto& recorder) { return runner->run(request, recorder); };
        backend.stop = [runner] { runner->stop(); };
        backend.syncPoints = [runner](const std::string& source, engine::frontend::Dialect dialect, auto* problem) {
            return runner->syncPoints(source, dialect, problem);
        };
        backend.load = [runner](const std::string& idOrPath) { return runner->load(idOrPath); };
        return backend;
    };
}

ui::shell::Services makeServices(const engine::Result<std::filesystem::path>& resources)
{
    ui::shell::Services services;
    if (!resources) {
        services.backend = [error = resources.error()]() -> engine::Result<ui::run::Backend> { return error; };
        return services;
    }
    services.backend = backendMaker(*resources);
    services.machines = listMachines(*resources / "machines");
    services.describeMachine = [](const std::string& path) { return engine::device::describeMachine(path); };
    return services;
}

ui::shell::Session sessionOf(const CommandLine& line, QSettings& settings)
{
    // A shot shows the same picture whatever was open before.
    ui::shell::Session session =
        line.mode == CommandLine::Mode::Shot ? ui::shell::Session() : ui::shell::readSession(settings);
    if (line.mode == CommandLine::Mode::Shot) {
        session.scale = line.scale;
        session.theme = line.isDark ? ui::look::Mode::Dark : ui::look::Mode::Light;
        session.hasReducedMotion = true;
    }
    return session;
}

}  // namespace

int openWindow(const CommandLine& line)
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QSettings settings(QStringLiteral("overlap"), QStringLiteral("overlap"));
    ui::shell::Session session = sessionOf(line, settings);
    ui::look::Theme theme(session.theme);
    theme.setScale(session.scale);
    QApplication::setWindowIcon(theme.icon(QStringLiteral("overlap")));
    ui::shell::MainWindow window(theme, makeServices(findResources()), std::move(session));
    if (!line.subject.empty())
        window.openAtStart(QString::fromStdString(line.subject));
    if (line.mode == CommandLine::Mode::Shot)
        return takeShot(window, line);
    QObject::connect(&window, &ui::shell::MainWindow::firstReady, &window, [&] { applyStart(window, line); });
    window.show();
    const int status = QApplication::exec();
    ui::shell::writeSession(settings, window.session());
    return status;
}

}  // namespace app
