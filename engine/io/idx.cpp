#include "engine/io/idx.h"

#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/gzip.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string_view>

namespace engine::io {

namespace {

/// Limit on elements. EMNIST, the largest data set of this format, has 547 million.
constexpr std::int64_t kMaxElements = std::int64_t{1} << 30;
constexpr std::size_t kMaxAxes = 6;
constexpr std::uint8_t kUnsignedByte = 0x08;

Error bad(const std::filesystem::path& path, const std::string& problem)
{
    return untranslatedError(ErrorCode::BadFile, path.string() + " " + problem);
}

std::string nameOfType(std::uint8_t type)
{
    switch (type) {
        case 0x09:
            return "signed bytes";
        case 0x0B:
            return "16-bit integers";
        case 0x0C:
            return "32-bit integers";
        case 0x0D:
            return "32-bit floats";
        case 0x0E:
            return "64-bit floats";
        default:
            return {};
    }
}

std::uint8_t byteAt(std::string_view content, std::size_t at)
{
    return static_cast<std::uint8_t>(content[at]);
}

std::int64_t bigEndian(std::string_view content, std::size_t at)
{
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value * 256 + byteAt(content, at + i);
    return value;
}

constexpr std::size_t headerBytes(std::size_t axes)
{
    return 4 + 4 * axes;
}

/// Fills `room` as far as possible and returns the number of bytes read.
Result<std::size_t> fill(detail::ByteStream& bytes, std::span<char> room)
{
    std::size_t size = 0;
    while (size < room.size()) {
        const Result<std::size_t> got = bytes.read(room.subspan(size));
        if (!got)
            return got;
        if (*got == 0)
            break;
        size += *got;
    }
    return size;
}

Result<Idx> readHeader(const std::filesystem::path& path, detail::ByteStream& bytes)
{
    std::array<char, headerBytes(kMaxAxes)> room{};
    Result<std::size_t> size = fill(bytes, std::span(room).first(headerBytes(0)));
    if (!size && size.error().code == ErrorCode::BadFile)
        return bad(path, "cannot be unpacked: it is damaged, or no gzip file after all; fetch it again.");
    if (!size)
        return std::move(size).error();
    const std::string_view content(room.data(), room.size());
    if (*size < headerBytes(0))
        return bad(path, "is too short to be an IDX file; fetch it again.");
    const std::uint8_t type = byteAt(content, 2);
    const std::size_t axes = byteAt(content, 3);
    if (content[0] != 0 || content[1] != 0 || (type != kUnsignedByte && nameOfType(type).empty()) || axes == 0)
        return bad(path, "is no IDX file: it does not begin with the bytes 0, 0, type, axes.");
    if (type != kUnsignedByte)
        return bad(path, "holds " + nameOfType(type) + "; images and labels are read as unsigned bytes.");
    if (axes > kMaxAxes)
        return bad(path, "has " + std::to_string(axes) + " axes; at most " + std::to_string(kMaxAxes) + " are read.");
    size = fill(bytes, std::span(room).subspan(headerBytes(0), headerBytes(axes) - headerBytes(0)));
    if (!size)
        return std::move(size).error();
    if (*size < headerBytes(axes) - headerBytes(0))
        return bad(path, "is cut off within its header; fetch it again.");
    Idx idx;
    for (std::size_t axis = 0; axis < axes; ++axis)
        idx.extents.push_back(bigEndian(content, headerBytes(axis)));
    return idx;
}

/// Returns the number of elements according to the header; -1 if that is more than the limit.
std::int64_t promised(const Idx& idx)
{
    std::int64_t elements = 1;  // product of nonzero extents, which limits the size of a row even if there are no rows
    for (const std::int64_t extent : idx.extents) {
        if (extent > kMaxElements / elements)
            return -1;
        elements *= std::max<std::int64_t>(extent, 1);
    }
    return std::find(idx.extents.begin(), idx.extents.end(), 0) == idx.extents.end() ? elements : 0;
}

Result<Idx> readFrom(detail::ByteStream& bytes, const std::filesystem::path& path, IdxPart part)
{
    Result<Idx> idx = readHeader(path, bytes);
    if (!idx)
        return idx;
    const std::int64_t wanted = promised(*idx);
    if (wanted < 0)
        return bad(path, "is too large: its header promises more than 1 GiB.");
    if (part == IdxPart::Header)
        return idx;
    // Allocate for the bytes that exist, not for those that the header claims.
    std::vector<std::uint8_t>& elements = idx->bytes;
    std::string piece(std::size_t{1} << 18, '\0');
    while (static_cast<std::int64_t>(elements.size()) <= wanted) {
        const Result<std::size_t> got = bytes.read(std::span(piece));
        if (!got)
            return got.error();
        if (*got == 0)
            break;
        elements.insert(elements.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(*got));
    }
    const auto found = static_cast<std::int64_t>(elements.size());
    if (found < wanted)
        return bad(path, "is cut off: its header promises " + std::to_string(wanted) + " bytes and " +
                             std::to_string(found) + " are there; fetch it again.");
    if (found > wanted)
        return bad(path, "is longer than its header says, " + std::to_string(wanted) +
                             " bytes; it is damaged or something else.");
    return idx;
}

}  // namespace

std::int64_t Idx::rowElements() const
{
    if (extents.empty())
        return 0;
    return std::accumulate(extents.begin() + 1, extents.end(), std::int64_t{1}, std::multiplies<>());
}

Result<Idx> readIdx(const std::filesystem::path& path, IdxPart part)
{
    Result<std::unique_ptr<detail::FileStream>> file = detail::FileStream::open(path);
    if (!file)
        return std::move(file).error();
    const Result<std::string> first = (*file)->peek(2);
    if (!first)
        return first.error();
    if (!detail::isGzip(*first))
        return readFrom(**file, path, part);
    detail::GunzipStream unpacked(**file);
    Result<Idx> idx = readFrom(unpacked, path, part);
    if (idx && part == IdxPart::Everything && !unpacked.isWhole())
        return bad(path, "is damaged: its bytes do not match its checksum; fetch it again.");
    return idx;
}

}  // namespace engine::io
