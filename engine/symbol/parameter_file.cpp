#include "engine/symbol/parameter_file.h"

#include "engine/base/expect.h"

#include <bit>
#include <cstring>

namespace engine::symbol {

namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr std::uint64_t kListMagic = 0x112;
constexpr std::uint32_t kVersion1 = 0xF993FAC8;
constexpr std::uint32_t kVersion2 = 0xF993FAC9;
constexpr std::uint32_t kVersion3 = 0xF993FACA;
constexpr std::int32_t kDenseStorage = 0;
constexpr std::int32_t kCpu = 1;
constexpr std::int32_t kFloat32 = 0;

void put(std::string& bytes, auto value)
{
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

Error broken(const std::string& what)
{
    return untranslatedError(ErrorCode::BadFile, "These parameters cannot be read: " + what + ".");
}

class Reader {
public:
    explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

    bool read(auto& value)
    {
        if (m_bytes.size() - m_at < sizeof value)
            return false;
        std::memcpy(&value, m_bytes.data() + m_at, sizeof value);
        m_at += sizeof value;
        return true;
    }
    bool readNumbers(std::uint64_t count, std::vector<float>& numbers)
    {
        if ((m_bytes.size() - m_at) / sizeof(float) < count)
            return false;
        numbers.resize(count);
        if (count > 0)
            std::memcpy(numbers.data(), m_bytes.data() + m_at, count * sizeof(float));
        m_at += count * sizeof(float);
        return true;
    }
    bool readText(std::uint64_t length, std::string& text)
    {
        if (m_bytes.size() - m_at < length)
            return false;
        text.assign(m_bytes.substr(m_at, length));
        m_at += length;
        return true;
    }
    [[nodiscard]] Error cutShort(const std::string& in) const
    {
        return broken("the file ends after " + std::to_string(m_bytes.size()) + " bytes, within " + in);
    }
    [[nodiscard]] std::uint64_t left() const { return m_bytes.size() - m_at; }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

Status readArray(Reader& reader, Parameter& parameter, const std::string& where)
{
    std::uint32_t magic = 0;
    std::int32_t storage = kDenseStorage;
    std::uint32_t rank = 0;
    if (!reader.read(magic))
        return reader.cutShort(where);
    if (magic != kVersion1 && magic != kVersion2 && magic != kVersion3)
        return broken(where + " is no array of MXNet 0.12 or later");
    if ((magic != kVersion1 && !reader.read(storage)) || !reader.read(rank))
        return reader.cutShort(where);
    if (storage != kDenseStorage)
        return broken(where + " is a sparse array, which is not supported");
    if (rank > ops::Shape::kMaxRank)
        return broken(where + " has " + std::to_string(rank) + " axes; there may be at most six");
    // Before version 3, an array without axes is empty.
    if (rank == 0 && magic != kVersion3) {
        parameter.shape = ops::Shape{0};
        return {};
    }
    std::array<std::int64_t, ops::Shape::kMaxRank> extents{};
    std::uint64_t elements = 1;
    for (std::uint32_t axis = 0; axis < rank; ++axis) {
        if (!reader.read(extents[axis]))
            return reader.cutShort(where);
        const auto extent = static_cast<std::uint64_t>(extents[axis]);
        if (extents[axis] < 0 || (extent != 0 && elements > (std::uint64_t{1} << 40U) / extent))
            return broken(where + " says that axis " + std::to_string(axis) + " has " + std::to_string(extents[axis]) +
                          " elements");
        elements *= extent;
    }
    parameter.shape = ops::Shape(std::span<const std::int64_t>(extents.data(), rank));
    std::int32_t deviceType = 0;
    std::int32_t deviceNumber = 0;
    std::int32_t type = 0;
    if (!reader.read(deviceType) || !reader.read(deviceNumber) || !reader.read(type))
        return reader.cutShort(where);
    if (type != kFloat32)
        return broken(where + " has numbers of type " + std::to_string(type) + "; only 0, float32, is there");
    if (!reader.readNumbers(elements, parameter.values))
        return reader.cutShort(where + " of " + toText(parameter.shape));
    return {};
}

Status readName(Reader& reader, Parameter& parameter, const std::string& where)
{
    std::uint64_t length = 0;
    if (!reader.read(length) || !reader.readText(length, parameter.name))
        return reader.cutShort("the name of " + where);
    return {};
}

}  // namespace

std::string encodeParameters(std::span<const Parameter> parameters)
{
    std::string bytes;
    put(bytes, kListMagic);
    put(bytes, std::uint64_t{0});
    put(bytes, std::uint64_t{parameters.size()});
    for (const Parameter& parameter : parameters) {
        ENGINE_EXPECT(std::ssize(parameter.values) == parameter.shape.elements());
        put(bytes, kVersion2);
        put(bytes, kDenseStorage);
        // Version 2 has no arrays without axes, so scalars are written with shape [1].
        const ops::Shape shape = parameter.shape.rank() == 0 ? ops::Shape{1} : parameter.shape;
        put(bytes, static_cast<std::uint32_t>(shape.rank()));
        for (const std::int64_t extent : shape.extents())
            put(bytes, extent);
        put(bytes, kCpu);
        put(bytes, std::int32_t{0});
        put(bytes, kFloat32);
        bytes.append(reinterpret_cast<const char*>(parameter.values.data()), parameter.values.size() * sizeof(float));
    }
    put(bytes, std::uint64_t{parameters.size()});
    for (const Parameter& parameter : parameters) {
        put(bytes, std::uint64_t{parameter.name.size()});
        bytes += parameter.name;
    }
    return bytes;
}

Result<std::vector<Parameter>> decodeParameters(std::string_view bytes)
{
    Reader reader(bytes);
    std::uint64_t magic = 0;
    std::uint64_t reserved = 0;
    std::uint64_t count = 0;
    if (!reader.read(magic) || magic != kListMagic)
        return broken("the file does not begin as MXNet's .params files do");
    if (!reader.read(reserved) || !reader.read(count))
        return reader.cutShort("its head");
    constexpr std::uint64_t kMinArray = 20;
    if (count > reader.left() / kMinArray)
        return broken("it says that it has " + std::to_string(count) + " arrays, and is too short for them");
    std::vector<Parameter> parameters(count);
    for (std::uint64_t i = 0; i < count; ++i)
        if (Status status = readArray(reader, parameters[i], "array " + std::to_string(i)); !status)
            return std::move(status).error();
    std::uint64_t names = 0;
    if (!reader.read(names))
        return reader.cutShort("the number of names");
    if (names != 0 && names != count)
        return broken("it has " + std::to_string(count) + " arrays and " + std::to_string(names) + " names");
    for (std::uint64_t i = 0; i < names; ++i)
        if (Status status = readName(reader, parameters[i], "array " + std::to_string(i)); !status)
            return std::move(status).error();
    return parameters;
}

}  // namespace engine::symbol
