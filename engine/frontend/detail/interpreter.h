#pragma once

#include "engine/base/result.h"
#include "engine/frontend/detail/memory_guard.h"

#include <filesystem>
#include <memory>
#include <vector>

struct _ts;

namespace engine::frontend {

/// The embedded Python of this process: its standard library and our own packages, isolated from packages that the user
/// has installed. Must be created and destroyed on the same thread; the GIL is released in between.
class Interpreter {
public:
    /// Starts Python. `folders`: the folders of our Python packages. Errors: NotFound if the standard library or the
    /// dialects are missing; Unavailable if Python does not start or is running already; OutOfMemory.
    [[nodiscard]] static Result<std::unique_ptr<Interpreter>> start(const std::vector<std::filesystem::path>& folders,
                                                                    const std::filesystem::path& standardLibrary);
    ~Interpreter();
    [[nodiscard]] MemoryGuard& memory() { return m_memory; }
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

private:
    Interpreter() : m_memory(MemoryGuard::ofThisComputer()) {}

    MemoryGuard m_memory;
    _ts* m_released = nullptr;
};

}  // namespace engine::frontend
