#include "engine/io/detail/byte_stream.h"

#include "engine/base/plain_file.h"
#include "engine/messages/file_kind.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace engine::io::detail {

Result<std::size_t> TextStream::read(std::span<char> room)
{
    const std::size_t count = std::min(room.size(), m_rest.size());
    std::copy_n(m_rest.data(), count, room.data());
    m_rest.remove_prefix(count);
    return count;
}

FileStream::FileStream(std::string name, Progress progress) : m_name(std::move(name)), m_progress(std::move(progress))
{
}

FileStream::~FileStream()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<std::unique_ptr<FileStream>> FileStream::open(const std::filesystem::path& path, Progress progress)
{
    const auto failure = [&](ErrorCode code, Message why) {
        return makeError(code, message("io.not-read", path.string(), std::move(why)));
    };
    if (Message other = messages::describeNonFile(path); !other.empty())
        return failure(ErrorCode::InputOutput, message("io.not-a-file", std::move(other)));
    std::unique_ptr<FileStream> stream(new FileStream(path.filename().string(), std::move(progress)));
    const int descriptor = stream->m_descriptor = openPlainFile(path);
    if (descriptor < 0)
        return descriptor == -ENOENT
                   ? failure(ErrorCode::NotFound, message("io.not-found"))
                   : failure(ErrorCode::InputOutput, descriptor == -EACCES ? message("io.no-read-permission")
                                                                           : Message(std::strerror(-descriptor)));
    struct stat about {};
    ::fstat(descriptor, &about);
    stream->m_size = static_cast<std::size_t>(about.st_size);
    return stream;
}

Result<std::string> FileStream::peek(std::size_t count) const
{
    std::string first(count, '\0');
    const ssize_t got = ::pread(m_descriptor, first.data(), count, 0);
    if (got < 0)
        return makeError(ErrorCode::InputOutput, message("io.not-read", m_name, std::strerror(errno)));
    first.resize(static_cast<std::size_t>(got));
    return first;
}

Result<std::size_t> FileStream::read(std::span<char> room)
{
    ssize_t got = 0;
    do
        got = ::read(m_descriptor, room.data(), room.size());
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return makeError(ErrorCode::InputOutput, message("io.not-read", m_name, std::strerror(errno)));
    m_done += static_cast<std::size_t>(got);
    const double share = m_size == 0 ? 1.0 : static_cast<double>(m_done) / static_cast<double>(m_size);
    if (m_progress && !m_progress(std::min(share, 1.0)))
        return makeError(ErrorCode::Cancelled, message("trace.stopped", m_name));
    return static_cast<std::size_t>(got);
}

Result<std::optional<std::string>> readAll(ByteStream& bytes, std::size_t most)
{
    std::string content;
    std::string piece(std::size_t{1} << 18, '\0');
    while (content.size() <= most) {
        const Result<std::size_t> got = bytes.read(std::span(piece));
        if (!got)
            return got.error();
        if (*got == 0)
            return std::optional(std::move(content));
        content.append(piece, 0, *got);
    }
    return std::optional<std::string>();
}

struct GunzipStream::State {
    ByteStream& packed;
    std::uint64_t left;
    z_stream stream{};
    std::string piece = std::string(std::size_t{1} << 14, '\0');  // small, because some callers read only a header
    bool isOver = false;
    bool isWhole = false;
    bool cameAnything = false;
    bool isReady = false;
};

GunzipStream::GunzipStream(ByteStream& packed, std::uint64_t most) : m_state(new State{packed, most})
{
    constexpr int kGzipWindow = 15 + 16;  // zlib: the largest window, with a gzip header
    m_state->isReady = inflateInit2(&m_state->stream, kGzipWindow) == Z_OK;
}

GunzipStream::~GunzipStream()
{
    inflateEnd(&m_state->stream);
}

bool GunzipStream::isWhole() const
{
    return m_state->isWhole;
}

bool GunzipStream::isCut() const
{
    return m_state->left == 0 && !m_state->isWhole;
}

Result<std::size_t> GunzipStream::read(std::span<char> room)
{
    State& state = *m_state;
    if (!state.isReady)
        return makeError(ErrorCode::Internal, message("io.compression", "zlib, inflateInit2"));
    z_stream& stream = state.stream;
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(std::min<std::uint64_t>({room.size(), std::uint64_t{1} << 30, state.left}));
    const uInt wanted = stream.avail_out;
    while (!state.isOver && wanted > 0 && stream.avail_out == wanted) {
        if (stream.avail_in == 0) {
            Result<std::size_t> got = state.packed.read(std::span(state.piece));
            if (!got)
                return got;
            if (*got == 0) {
                state.isOver = true;
                break;
            }
            stream.next_in = reinterpret_cast<Bytef*>(state.piece.data());
            stream.avail_in = static_cast<uInt>(*got);
            // A gzip file may have several members: start the next one.
            if (std::exchange(state.isWhole, false))
                inflateReset(&stream);
        }
        const int code = inflate(&stream, Z_NO_FLUSH);
        if (code == Z_STREAM_END) {
            state.isWhole = true;
            if (stream.avail_in > 0) {
                inflateReset(&stream);
                state.isWhole = false;
            }
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            state.isOver = true;
        }
    }
    const std::size_t count = wanted - stream.avail_out;
    state.left -= count;
    state.cameAnything = state.cameAnything || count > 0;
    if (!state.cameAnything && !state.isWhole)
        return makeError(ErrorCode::BadFile, message("trace.bad-gzip"));
    return count;
}

}  // namespace engine::io::detail
