#pragma once

#include <string>

namespace engine::io::detail {

/// Six random letters and digits, for the name of a temporary file or folder.
[[nodiscard]] std::string randomLetters();

/// Locks a file or folder that this process has just created, so that other processes do not remove it as abandoned.
/// The system releases the lock when the descriptor is closed or the process ends. Returns false if another process has
/// removed it meanwhile. A file system without locks counts as locked.
[[nodiscard]] bool lockNew(int descriptor);

/// Whether no process has locked the file or folder; locks it then.
[[nodiscard]] bool lockAbandoned(int descriptor);

}  // namespace engine::io::detail
