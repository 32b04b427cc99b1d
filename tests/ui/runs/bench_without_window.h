#pragma once

#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/runs/workbench.h"
#include "ui/timeline/timeline_view.h"

#include <QWidget>
#include <memory>
#include <utility>
#include <vector>

namespace tests {

/// The objects that the controllers of a window share, with a fake front end and without the window.
class BenchWithoutWindow {
public:
    explicit BenchWithoutWindow(std::vector<engine::frontend::Program> programs)
        : m_controller(
              std::make_unique<ui::runs::RunController>(FakeFrontEnd::makerOf(m_frontEnd, std::move(programs)), m_feed))
    {
    }
    /// Destroys the controller first, because its thread sends answers to the other objects.
    ~BenchWithoutWindow() { m_controller.reset(); }
    BenchWithoutWindow(const BenchWithoutWindow&) = delete;
    BenchWithoutWindow& operator=(const BenchWithoutWindow&) = delete;

    [[nodiscard]] FakeFrontEnd& frontEnd() { return *m_frontEnd; }
    [[nodiscard]] const ui::runs::Workbench& bench() const { return m_bench; }

private:
    std::shared_ptr<FakeFrontEnd> m_frontEnd = std::make_shared<FakeFrontEnd>();
    ui::look::Theme m_theme;
    ui::model::TraceFeed m_feed;
    ui::model::VisibleRange m_range;
    ui::model::Selection m_selection;
    ui::model::Playhead m_playhead;
    ui::listing::ProgramDocument m_document;
    ui::listing::ProgramModel m_programs;
    std::unique_ptr<ui::runs::RunController> m_controller;
    QWidget m_parent;
    ui::runs::Workbench m_bench{
        m_theme,
        m_parent,
        *new ui::commands::Actions(m_theme, &m_parent),
        m_feed,
        m_range,
        m_selection,
        m_playhead,
        m_document,
        m_programs,
        *m_controller,
        *new ui::runs::Banner(m_theme, &m_parent),
        *new ui::timeline::TimelineView(m_theme, m_feed, m_range, m_selection, m_playhead, &m_parent)};
};

}  // namespace tests
