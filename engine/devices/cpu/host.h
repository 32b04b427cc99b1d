#pragma once

#include "engine/base/units.h"

#include <string>

namespace engine::devices::cpu {

/// What this computer is, as the system tells it.
struct Host {
    int cores = 1;      ///< that this process may use
    std::string model;  ///< "AMD EPYC"; "CPU" if the system does not say
    Bytes memory;       ///< installed, or what a control group allows
    Bytes available;    ///< that can be had now without swapping
};

[[nodiscard]] Host readHost();

}  // namespace engine::devices::cpu
