#pragma once

#include <string>

namespace engine::io::detail {

/// Returns six random letters and digits, for the name of a temporary file or folder.
[[nodiscard]] std::string randomLetters();

/// Locks a file or folder that this process has just created, so that other processes do not remove it as abandoned.
/// The system releases the lock when the descriptor is closed or the process ends. Returns false if another process has
/// locked or removed the file or folder since then. Returns true on a file system without locks.
[[nodiscard]] bool lockNew(int descriptor);

/// Tries to lock the file or folder. Returns false if a process has locked it, or if the file system has no locks.
[[nodiscard]] bool lockAbandoned(int descriptor);

}  // namespace engine::io::detail
