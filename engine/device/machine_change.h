#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace engine::device {

/// Changes to the numbers of a machine, for "what if" runs.
struct MachineChange {
    /// Group of operations that `factor` speeds up.
    enum class Faster : std::uint8_t { None, Products, Convolutions, Elementwise, HostPages };

    double link = 1;      ///< factor on the bandwidth of every link, to the host, between GPUs and between computers
    double dispatch = 1;  ///< factor on the times to issue an operation and to dequeue it
    int copyEngines = 0;  ///< concurrent copies per direction of each GPU; 0: unchanged
    int streams = 0;      ///< compute streams and engine workers of each GPU; 0: unchanged
    Faster faster = Faster::None;
    double factor = 2;  ///< speed-up of the operations in `faster`
    int moreGpus = 0;   ///< number of added GPUs, each equal to the machine's last GPU

    [[nodiscard]] bool isNone() const
    {
        return link == 1 && dispatch == 1 && copyEngines == 0 && streams == 0 && faster == Faster::None &&
               moreGpus == 0;
    }
};

/// Returns the text of a machine file with changed numbers. Each changed number is marked as an estimate, and its
/// source states the previous value. `id` and `label` become those of the new machine.
///
/// Errors: BadFile if the text, or the changed text, is not a valid machine file; InvalidArgument for a factor that is
/// not above 0, or for added GPUs on a machine without any; OutOfMemory. Thread: any. Cost: parsing the file three
/// times.
[[nodiscard]] Result<std::string> changedMachine(std::string_view text, const std::string& name,
                                                 const MachineChange& change, const std::string& id,
                                                 const std::string& label);

/// The initial values of the sliders for a machine.
struct MachineNumbers {
    int gpus = 0;
    int copyEngines = 1;
    int streams = 1;
};
/// Returns the numbers of a machine file with this text. `name` denotes the file in messages. Errors: BadFile;
/// OutOfMemory.
[[nodiscard]] Result<MachineNumbers> numbersOf(std::string_view text, const std::string& name);

}  // namespace engine::device
