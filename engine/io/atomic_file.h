#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace engine::io {

/// A file that is either wholly written or not there: bytes go to a temporary file beside the target, which takes the
/// target's name in commit(). Until then, and whenever anything fails (disk full, target read-only), the old file stays
/// as it was and the temporary file is removed. A target that is no regular file (a pipe, /dev/stdout) is written to
/// directly.
///
/// Errors: InputOutput, with a sentence that names the file.
/// Threads: one at a time.
class AtomicFile {
public:
    [[nodiscard]] static Result<AtomicFile> create(const std::filesystem::path& path);
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    ~AtomicFile();

    /// After the first error all further calls return it again.
    [[nodiscard]] Status write(std::string_view bytes);

    /// Flushes to the disk and takes the target's name. The file is closed after it, also after an error.
    [[nodiscard]] Status commit();

    /// Where the bytes are until commit(); the target itself if it is no regular file.
    [[nodiscard]] const std::filesystem::path& temporaryPath() const { return m_temporary; }

private:
    AtomicFile() = default;
    void abandon();
    Error fail(int number);

    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    int m_descriptor = -1;
    bool m_isDirect = false;
    Status m_status;
};

/// Creates or replaces `path` as a whole.
[[nodiscard]] Status writeFileAtomically(const std::filesystem::path& path, std::string_view content);

/// The whole of a file. Errors: NotFound, InputOutput, BadFile if it is longer than `most` bytes.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path& path, std::size_t most = std::size_t{1} << 31);

}  // namespace engine::io
