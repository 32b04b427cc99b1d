#include "ui/shell/compare_control.h"
#include "ui/shell/main_window.h"

namespace ui::shell {

void MainWindow::buildStudio()
{
    const auto machines = [this]() -> const std::vector<engine::device::MachineInfo>& { return m_services.machines; };
    const auto machine = [this] { return m_machine; };
    m_compare = new CompareControl({m_theme, *m_actions, m_feed, *m_timeline, *m_header, *m_splitter, m_document,
                                    *m_controller, *this, machines, machine});
    connect(m_compare, &CompareControl::changed, this, &MainWindow::showStatus);
    connect(m_compare, &CompareControl::said, this,
            [this](const QString& title, const QString& text) { say(title, text, false); });
}

}  // namespace ui::shell
