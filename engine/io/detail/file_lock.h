#pragma once

#include <string>

namespace engine::io::detail {

/// Returns six random letters and digits, for the name of a temporary file or folder.
[[nodiscard]] std::string randomLetters();

/// Locks a file or folder that this process has just created, so that other processes do not remove it as abandoned.
/// The system releases the lock when the descriptor is closed or the process ends. Returns false if another process has
/// removed it meanwhile. A file system without locks counts as locked.
[[nodiscard]] bool lockNew(int descriptor);

/// Tries to lock the file or folder. Returns false if a process has locked it.
[[nodiscard]] bool lockAbandoned(int descriptor);

}  // namespace engine::io::detail
