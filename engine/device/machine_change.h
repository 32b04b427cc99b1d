#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace engine::device {

/// What a machine would be like with other numbers: "what if".
struct MachineChange {
    /// Operations that one factor speeds up.
    enum class Faster : std::uint8_t { None, Products, Convolutions, Elementwise, HostPages };

    double link = 1;      ///< bandwidth of every link, host and peer
    double dispatch = 1;  ///< what it costs the program to issue an operation, and a worker to take it
    int copyEngines = 0;  ///< copies at the same time in one direction of each GPU; 0: as they are
    int streams = 0;      ///< compute streams and engine workers of each GPU; 0: as they are
    Faster faster = Faster::None;
    double factor = 2;  ///< of `faster`
    int moreGpus = 0;   ///< like the last one

    [[nodiscard]] bool isNone() const
    {
        return link == 1 && dispatch == 1 && copyEngines == 0 && streams == 0 && faster == Faster::None &&
               moreGpus == 0;
    }
};

/// The text of a machine file with its numbers changed; each changed number says in its source what it was, and counts
/// as an estimate. `id` and `label` become those of the new machine.
///
/// Errors: BadFile if the text is no machine file, or if the changed one would not be; InvalidArgument for a factor
/// that is not above 0, or for GPUs of a machine without any. Thread:  any. Cost: that of reading the file twice.
[[nodiscard]] Result<std::string> changedMachine(std::string_view text, const std::string& name,
                                                 const MachineChange& change, const std::string& id,
                                                 const std::string& label);

/// What the sliders start from.
struct MachineNumbers {
    int gpus = 0;
    int copyEngines = 1;
    int streams = 1;
};
[[nodiscard]] Result<MachineNumbers> numbersOf(std::string_view text, const std::string& name);

}  // namespace engine::device
