#include "engine/io/detail/gzip.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <limits>

#include <zlib.h>

namespace engine::io::detail {

namespace {

constexpr int kGzipWindow = 15 + 16;  ///< zlib: the largest window, with a gzip header

void feed(z_stream& stream, std::string_view& bytes)
{
    const std::size_t size = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
    // zlib does not modify its input; the pointer is non-const only for old compilers.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(size);
    bytes.remove_prefix(size);
}

}  // namespace

bool isGzip(std::string_view content)
{
    return content.starts_with("\x1f\x8b");
}

struct Gzip::State {
    Output output;
    z_stream stream{};
    std::string packed = std::string(std::size_t{1} << 18, '\0');
};

Gzip::Gzip(Output output) : m_state(std::make_unique<State>())
{
    m_state->output = std::move(output);
    deflateInit2(&m_state->stream, 1, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY);
}

Gzip::~Gzip()
{
    deflateEnd(&m_state->stream);
}

Status Gzip::pump(std::string_view bytes, int flush)
{
    z_stream& stream = m_state->stream;
    int code = Z_OK;
    do {
        if (stream.avail_in == 0)
            feed(stream, bytes);
        do {
            stream.next_out = reinterpret_cast<Bytef*>(m_state->packed.data());
            stream.avail_out = static_cast<uInt>(m_state->packed.size());
            code = deflate(&stream, bytes.empty() ? flush : Z_NO_FLUSH);
            if (Status status = m_state->output(
                    std::string_view(m_state->packed).substr(0, m_state->packed.size() - stream.avail_out));
                !status)
                return status;
        } while (stream.avail_out == 0);
    } while (!bytes.empty());
    if (code == Z_STREAM_ERROR)
        return makeError(ErrorCode::Internal, message("io.compression", "zlib, deflate"));
    return {};
}

Status Gzip::write(std::string_view bytes)
{
    return pump(bytes, Z_NO_FLUSH);
}

Status Gzip::finish()
{
    return pump({}, Z_FINISH);
}

}  // namespace engine::io::detail
