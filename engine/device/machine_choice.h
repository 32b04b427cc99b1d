#pragma once

#include "engine/base/result.h"

#include <string>

namespace engine::device {

/// A machine and what the reader chose about its GPUs. As text it is the machine's name with a word for each choice:
/// "this-computer+tf32+shared". Only this computer has choices; other names mean themselves, whatever is in them.
struct MachineChoice {
    std::string machine;
    bool isTf32 = false;    ///< products and convolutions of the GPUs may round their factors to 10 bits
    bool isShared = false;  ///< its one GPU is there twice, as GPU 0 and GPU 1, which get no faster by that
};

/// Errors: NotFound for a word that means nothing, with those that do.
[[nodiscard]] Result<MachineChoice> machineChoice(const std::string& name);

[[nodiscard]] std::string nameOf(const MachineChoice& choice);

}  // namespace engine::device
