#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace engine::io::detail {

/// Reads bytes in order, per call at most as many as fit into the caller's buffer. Threads: one at a time.
class ByteStream {
public:
    ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;
    virtual ~ByteStream() = default;

    /// Copies the next bytes to the front of `room` and returns their number, which is 0 only at the end.
    /// Errors: InputOutput; BadFile for damaged compressed bytes; Cancelled.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<char> room) = 0;
};

/// Reads a text in memory, which must outlive the stream.
class TextStream final : public ByteStream {
public:
    explicit TextStream(std::string_view text) : m_rest(text) {}
    [[nodiscard]] Result<std::size_t> read(std::span<char> room) override;

private:
    std::string_view m_rest;
};

/// Reads the stream to its end. Returns nullopt if it is longer than `most` bytes.
[[nodiscard]] Result<std::optional<std::string>> readAll(ByteStream& bytes, std::size_t most);

/// Called with the fraction of the file that has been read, 0..1; returns false to stop the reading.
using Progress = std::function<bool(double)>;

/// Reads a regular file.
class FileStream final : public ByteStream {
public:
    /// Errors: NotFound, InputOutput; the message names the file. A file that is not regular is refused, because a pipe
    /// or a device might never end.
    [[nodiscard]] static Result<std::unique_ptr<FileStream>> open(const std::filesystem::path& path,
                                                                  Progress progress = {});
    ~FileStream() override;
    [[nodiscard]] Result<std::size_t> read(std::span<char> room) override;

    [[nodiscard]] std::size_t size() const { return m_size; }
    /// Returns the first `count` bytes, fewer if the file is shorter. read() still starts at the first byte.
    [[nodiscard]] Result<std::string> peek(std::size_t count) const;

private:
    FileStream(std::string name, Progress progress);

    int m_descriptor = -1;
    std::size_t m_size = 0;
    std::size_t m_done = 0;
    std::string m_name;
    Progress m_progress;
};

/// Decompresses `packed` (gzip); consecutive members form one stream. A truncated or damaged stream ends at the last
/// byte that could be decompressed, and isWhole() then returns false. A stream also ends after `most` decompressed
/// bytes, because a small file may unpack to thousands of times its size; isCut() then returns true. Errors: those of
/// `packed`; BadFile if nothing could be decompressed.
class GunzipStream final : public ByteStream {
public:
    static constexpr std::uint64_t kMost = std::uint64_t{4} << 30;

    explicit GunzipStream(ByteStream& packed, std::uint64_t most = kMost);
    ~GunzipStream() override;
    [[nodiscard]] Result<std::size_t> read(std::span<char> room) override;
    [[nodiscard]] bool isWhole() const;
    [[nodiscard]] bool isCut() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::io::detail
