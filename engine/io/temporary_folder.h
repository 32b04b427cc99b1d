#pragma once

#include "engine/base/result.h"

#include <filesystem>

namespace engine::io {

/// A folder in the system's folder for temporary files, for files of this process. The destructor removes the folder
/// and its files. Threads: one at a time.
class TemporaryFolder {
public:
    /// Errors: InputOutput.
    [[nodiscard]] static Result<TemporaryFolder> create();
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    TemporaryFolder() = default;
    void remove();

    std::filesystem::path m_path;
    int m_descriptor = -1;  ///< the folder, which is locked while this process uses it
};

/// Removes the folders of this user's processes that were killed. Errors are ignored.
void removeAbandonedFolders();
/// Removes the files "NAME.XXXXXX.partial" in `folder` that processes of this user were writing when they were killed.
/// Errors are ignored.
void removeAbandonedFiles(const std::filesystem::path& folder);

}  // namespace engine::io
