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

/// Bytes front to back, as much at a time as the reader has room for. Threads: one.
class ByteStream {
public:
    ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;
    virtual ~ByteStream() = default;

    /// Puts the next bytes at the front of `room`; how many: 0 only at the end.
    /// Errors: InputOutput; BadFile of packed bytes; Cancelled.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<char> room) = 0;
};

/// Of a text in memory, which must outlive it.
class TextStream final : public ByteStream {
public:
    explicit TextStream(std::string_view text) : m_rest(text) {}
    [[nodiscard]] Result<std::size_t> read(std::span<char> room) override;

private:
    std::string_view m_rest;
};

/// All of it; none if it is more than `most` bytes.
[[nodiscard]] Result<std::optional<std::string>> readAll(ByteStream& bytes, std::size_t most);

/// Told how much of a file has been read, 0..1; false stops the reading.
using Progress = std::function<bool(double)>;

/// Of a regular file.
class FileStream final : public ByteStream {
public:
    /// Errors: NotFound, InputOutput with a sentence that names the file; what is no regular file is refused, since a
    /// pipe or a device might never end.
    [[nodiscard]] static Result<std::unique_ptr<FileStream>> open(const std::filesystem::path& path,
                                                                  Progress progress = {});
    ~FileStream() override;
    [[nodiscard]] Result<std::size_t> read(std::span<char> room) override;

    [[nodiscard]] std::size_t size() const { return m_size; }
    /// The first bytes, which read() gives again; fewer if the file is shorter.
    [[nodiscard]] Result<std::string> peek(std::size_t count) const;

private:
    FileStream(int descriptor, std::size_t size, std::string name, Progress progress);

    int m_descriptor;
    std::size_t m_size;
    std::size_t m_done = 0;
    std::string m_name;
    Progress m_progress;
};

/// What `packed` unpacks to (gzip); several members in a row are one stream. A stream that is cut off or damaged ends
/// where it cannot be unpacked further, and says so in isWhole(). Errors: BadFile if nothing at all could be unpacked.
class GunzipStream final : public ByteStream {
public:
    explicit GunzipStream(ByteStream& packed);
    ~GunzipStream() override;
    [[nodiscard]] Result<std::size_t> read(std::span<char> room) override;
    [[nodiscard]] bool isWhole() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace engine::io::detail
