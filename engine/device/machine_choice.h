#pragma once

#include "engine/base/result.h"

#include <string>

namespace engine::device {

/// A machine, and the options that the user selected for its GPUs. Encoded as the machine's name with one word per
/// option: "this-computer+tf32+shared". Only "this-computer" has options; any other name is used unchanged.
struct MachineChoice {
    std::string machine;
    bool isTf32 = false;    ///< the GPUs may round the factors of products and convolutions to 10 mantissa bits
    bool isShared = false;  ///< the computer's only GPU is listed as GPU 0 and as GPU 1, without becoming faster
};

/// Decodes a name. Errors: NotFound for an unknown variant of this computer; the message lists the valid ones.
[[nodiscard]] Result<MachineChoice> machineChoice(const std::string& name);

/// Returns the encoded name, from which machineChoice() restores the choice.
[[nodiscard]] std::string nameOf(const MachineChoice& choice);

}  // namespace engine::device
