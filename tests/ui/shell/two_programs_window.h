#pragma once

#include "tests/ui/runs/fake_backend.h"
#include "ui/shell/main_window.h"

#include <QSignalSpy>
#include <QTest>

namespace tests {

/// Base of tests of a window with two programs, of which the second one runs until it is stopped, and three machines:
/// a virtual one, this computer and one whose file is damaged.
class TwoProgramsWindow {
protected:
    /// Opens a window, and waits for the first run if `session` starts one.
    void open(const ui::files::Session& session = {})
    {
        m_window.reset();
        m_frontEnd = std::make_shared<FakeFrontEnd>();
        m_theme = std::make_unique<ui::look::Theme>();
        ui::shell::Setup setup;
        setup.backend =
            FakeFrontEnd::makerOf(m_frontEnd, {FakeFrontEnd::program("13.3.1", "with Benchmark('all'):\n    wait()\n"),
                                               FakeFrontEnd::program("13.3.2", "wait()\nforever\n")});
        const engine::Message problem("links[0].rate is missing");
        setup.machines.listed = {
            {"book-v100", "2× V100", engine::trace::PlatformKind::Virtual, 2, "/m/book-v100.json", {}, {}},
            {"this-computer", "This computer", engine::trace::PlatformKind::Real, 0, "", {}, {}},
            {"broken", "Broken", engine::trace::PlatformKind::Virtual, 0, "", problem, {}}};
        m_window = std::make_unique<ui::shell::MainWindow>(*m_theme, setup, session);
        m_window->resize(1440, 900);
        m_window->show();
        QSignalSpy shown(m_window.get(), &ui::shell::MainWindow::runShown);
        if (session.machine == "book-v100" && session.program == "13.3.1")
            QVERIFY(shown.wait());
    }

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<ui::shell::MainWindow> m_window;
};

}  // namespace tests
