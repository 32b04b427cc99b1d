#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace engine::io {

/// Writes a file completely or not at all. Bytes go to a temporary file in the target's folder; commit() renames it to
/// the target. Until then, the old file is unchanged. After an error (disk full, target read-only), the old file stays
/// unchanged and the temporary file is removed, unless retainPart() was called. If this program crashes, it removes the
/// temporary file when it is started again (temporary_folder.h). A target that is not a regular file (a pipe,
/// /dev/stdout) is written directly.
///
/// Errors: InputOutput; the message names the file.
/// Threads: one at a time.
class AtomicFile {
public:
    /// Opens the temporary file; creates no folders.
    [[nodiscard]] static Result<AtomicFile> create(const std::filesystem::path& path);
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    ~AtomicFile();

    /// After an error, every further call returns the same error.
    [[nodiscard]] Status write(std::string_view bytes);

    /// Retains the bytes of all earlier calls after an error of write(), for a file that is useful without its end.
    /// commit() then renames the temporary file, but still returns the error. Has no effect on a pipe.
    void retainPart() { m_isPartRetained = !m_isDirect; }

    /// Flushes the file to the disk and renames it to the target. Closes the file in any case.
    [[nodiscard]] Status commit();

    /// The file to which write() writes until commit(); the target itself if that is not a regular file.
    [[nodiscard]] const std::filesystem::path& temporaryPath() const { return m_temporary; }

private:
    AtomicFile() = default;
    void abandon();
    Error fail(int number);

    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    int m_descriptor = -1;
    bool m_isDirect = false;
    bool m_isPartRetained = false;
    std::int64_t m_written = 0;  ///< bytes that successful calls of write() have written
    Status m_status;
};

/// Creates or replaces `path` through an AtomicFile.
[[nodiscard]] Status writeFileAtomically(const std::filesystem::path& path, std::string_view content);

/// Returns the content of a file. Errors: NotFound; InputOutput; OutOfMemory; BadFile if it is longer than `most`
/// bytes.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path& path, std::size_t most = std::size_t{1} << 31);

}  // namespace engine::io
