#pragma once

#include "ui/runs/workbench.h"

#include <memory>

namespace ui::shell {

/// The models of a window, which the Workbench refers to. Thread: GUI.
struct WindowModels {
    explicit WindowModels(const runs::BackendMaker& backend)
        : controller(std::make_unique<runs::RunController>(backend, feed))
    {
    }

    model::TraceFeed feed;
    model::VisibleRange range;
    model::Selection selection;
    model::Playhead playhead;
    listing::ProgramDocument document;
    listing::ProgramModel programs;
    std::unique_ptr<runs::RunController> controller;  ///< a pointer, so that the window can destroy the object first
};

}  // namespace ui::shell
