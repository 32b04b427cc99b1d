#pragma once

#include "engine/analysis/scope.h"

#include <optional>
#include <string_view>
#include <vector>

namespace engine::analysis {

/// What a run takes of one device's memory at most.
struct DeviceForecast {
    DeviceId device;
    Bytes peak;          ///< the most that the program's pool took
    Bytes usedByOthers;  ///< driver, context, display
    Bytes capacity;      ///< 0: not known

    [[nodiscard]] Bytes needed() const { return peak + usedByOthers; }
};

/// The request at which a run ends.
struct RefusalForecast {
    DeviceId device;
    OpId op;            ///< none: it never became an operation
    Bytes asked;        ///< in one piece
    int line = 0;       ///< of the listing; 0: not known
    NameId name;        ///< of the operation, as the dialect calls it; none: not known
    std::size_t nth{};  ///< counted among the operations of the same name, line and device, from 1; 0 without `name`
};

/// What a run would take of memory, and what would be refused: of a modelled run that nobody has seen yet.
struct MemoryForecast {
    std::vector<DeviceForecast> devices;  ///< of which memory was taken: GPUs, or the CPU where there are none
    std::optional<RefusalForecast> refused;
};

[[nodiscard]] MemoryForecast memoryForecast(const trace::Trace& trace);

/// Whether an operation is a product of matrices: the chapter's programs are lists of them, and are told so.
[[nodiscard]] bool isProduct(std::string_view name);

}  // namespace engine::analysis
