#pragma once

#include "engine/base/units.h"

#include <string>

namespace engine::devices::cpu {

/// Properties of this computer, as the operating system reports them.
struct Host {
    int cores = 1;      ///< usable by this process
    std::string model;  ///< "AMD EPYC"; "CPU" if unknown
    Bytes memory;       ///< installed memory, or the limit of a control group
    Bytes available;    ///< available now without swapping
};

/// Reads the properties of this computer. If several `ranks` of one run share the computer, `cores` and `available` are
/// the portion of one rank.
[[nodiscard]] Host readHost(int ranks = 1);

}  // namespace engine::devices::cpu
