#include "engine/io/idx.h"

#include "engine/base/file_kind.h"
#include "engine/io/atomic_file.h"
#include "engine/io/detail/gzip.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <numeric>
#include <string_view>

namespace engine::io {

namespace {

constexpr std::size_t kMostUnpacked = std::size_t{1} << 32;
constexpr std::size_t kMostAxes = 6;
/// Enough of a file for the longest header, packed or not.
constexpr std::size_t kHeaderPiece = std::size_t{1} << 12;
constexpr std::uint8_t kUnsignedByte = 0x08;

Error bad(const std::filesystem::path& path, const std::string& problem)
{
    return makeError(ErrorCode::BadFile, path.string() + " " + problem);
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

std::size_t headerBytes(std::size_t axes)
{
    return 4 + 4 * axes;
}

/// The first bytes of a file. A piece of a packed file ends anywhere, which unpacking takes.
Result<std::string> beginning(const std::filesystem::path& path)
{
    if (const std::string_view other = whatIsNoFile(path); !other.empty())
        return bad(path, "is " + std::string(other) + ", not an IDX file.");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return makeError(ErrorCode::NotFound, "There is no file " + path.string() + ", or it cannot be read.");
    std::string content(kHeaderPiece, '\0');
    file.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(file.gcount()));
    return content;
}

Result<std::string> contentOf(const std::filesystem::path& path, IdxPart part)
{
    Result<std::string> raw = part == IdxPart::Header ? beginning(path) : readFile(path);
    if (!raw || !detail::isGzip(*raw))
        return raw;
    Result<std::string> unpacked = detail::gunzip(*raw, kMostUnpacked);
    if (!unpacked)
        return bad(path, "cannot be unpacked: it is damaged, or no gzip file after all; fetch it again.");
    return unpacked;
}

Result<Idx> readHeader(const std::filesystem::path& path, std::string_view content)
{
    if (content.size() < 4)
        return bad(path, "is too short to be an IDX file; fetch it again.");
    const std::uint8_t type = byteAt(content, 2);
    const std::size_t axes = byteAt(content, 3);
    if (content[0] != 0 || content[1] != 0 || (type != kUnsignedByte && nameOfType(type).empty()) || axes == 0)
        return bad(path, "is no IDX file: it does not begin with the bytes 0, 0, type, axes.");
    if (type != kUnsignedByte)
        return bad(path, "holds " + nameOfType(type) + "; images and labels are read as unsigned bytes.");
    if (axes > kMostAxes)
        return bad(path, "has " + std::to_string(axes) + " axes; at most " + std::to_string(kMostAxes) + " are read.");
    if (content.size() < headerBytes(axes))
        return bad(path, "is cut off within its header; fetch it again.");
    Idx idx;
    for (std::size_t axis = 0; axis < axes; ++axis)
        idx.extents.push_back(bigEndian(content, 4 + 4 * axis));
    return idx;
}

/// The elements that the header promises; -1 if they cannot be counted.
std::int64_t promised(const Idx& idx)
{
    std::int64_t elements = 1;
    for (const std::int64_t extent : idx.extents) {
        if (extent != 0 && elements > std::numeric_limits<std::int64_t>::max() / extent)
            return -1;
        elements *= extent;
    }
    return elements;
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
    const Result<std::string> content = contentOf(path, part);
    if (!content)
        return content.error();
    Result<Idx> idx = readHeader(path, *content);
    if (!idx || part == IdxPart::Header)
        return idx;
    const std::string_view elements = std::string_view(*content).substr(headerBytes(idx->extents.size()));
    const std::int64_t wanted = promised(*idx);
    const auto found = static_cast<std::int64_t>(elements.size());
    if (wanted < 0 || found < wanted)
        return bad(path, "is cut off: its header promises " +
                             (wanted < 0 ? "more bytes than there can be" : std::to_string(wanted) + " bytes") +
                             " and " + std::to_string(found) + " are there; fetch it again.");
    if (found > wanted)
        return bad(path, "is longer than its header says, " + std::to_string(found) + " bytes for " +
                             std::to_string(wanted) + "; it is damaged or something else.");
    idx->bytes.assign(elements.begin(), elements.end());
    return idx;
}

}  // namespace engine::io
