#pragma once

#include "ui/look/languages.h"
#include "ui/machines/calibration_dialog.h"
#include "ui/machines/machines.h"
#include "ui/runs/backend.h"

namespace ui::shell {

/// The objects that app/desktop passes to the window. The window passes each controller only its part.
struct Setup {
    runs::BackendMaker backend;
    machines::MachineSource machines;
    machines::CalibrationTools calibration;
    QString lessons;                       ///< folder of the shipped lessons; empty: none
    look::Languages* languages = nullptr;  ///< outlives the window; null: the window is in English
};

}  // namespace ui::shell
