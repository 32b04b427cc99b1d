#include "engine/io/detail/record_codec.h"

#include "engine/io/detail/limits.h"
#include "engine/io/detail/record_fields.h"
#include "engine/messages/json.h"

#include <array>
#include <bit>
#include <concepts>
#include <cstring>
#include <utility>

namespace engine::io::detail {

namespace {

constexpr std::uint64_t zigzag(std::int64_t value)
{
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

constexpr std::int64_t unzigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

class Writer {
public:
    Writer(std::string& bytes, std::int64_t& lastTime) : m_bytes(bytes), m_lastTime(lastTime) {}
    ~Writer() { flush(); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    [[nodiscard]] bool isGood() const { return true; }
    [[nodiscard]] bool isSince(std::uint32_t /*version*/) const { return true; }
    void require(bool /*isSensible*/) {}

    /// Writes the fields one after another.
    void operator()(const auto&... fields) { (field(fields), ...); }

private:
    void varint(std::uint64_t value)
    {
        constexpr std::size_t kMostDigits = 10;
        if (m_pending + kMostDigits > m_buffer.size())
            flush();
        for (; value >= 0x80; value >>= 7)
            m_buffer[m_pending++] = static_cast<char>(value | 0x80);
        m_buffer[m_pending++] = static_cast<char>(value);
    }
    void field(std::unsigned_integral auto value) { varint(value); }
    void field(std::int32_t value) { varint(zigzag(value)); }
    void field(Bytes value) { varint(zigzag(value.value)); }
    template <typename Tag>
    void field(Id<Tag> id)
    {
        varint(id.isValid() ? std::uint64_t{id.index} + 1 : 0);
    }
    void field(Nanoseconds time)
    {
        varint(zigzag(time.count() - m_lastTime));
        m_lastTime = time.count();
    }
    void field(double value)
    {
        field(value != 0);  // 0, the most common value, takes only this flag; -0 becomes 0
        if (value == 0)
            return;
        flush();
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int shift = 0; shift < 64; shift += 8)
            m_bytes.push_back(static_cast<char>(bits >> shift));
    }
    void field(bool value) { varint(value ? 1 : 0); }
    void field(const std::string& value)
    {
        varint(value.size());
        flush();
        m_bytes += value;
    }
    void field(const Message& value) { field(messages::toJson(value)); }
    template <typename E>
    void field(UpTo<E> choice)
    {
        varint(static_cast<std::uint64_t>(choice.value));
    }

    void flush() { m_bytes.append(m_buffer.data(), std::exchange(m_pending, 0)); }

    std::string& m_bytes;
    std::int64_t& m_lastTime;
    std::array<char, 128> m_buffer;  ///< encoded bytes that are not in m_bytes yet, because fewer appends are faster
    std::size_t m_pending = 0;
};

class Reader {
public:
    Reader(std::string_view bytes, std::uint32_t version, std::size_t& at, std::int64_t& lastTime)
        : m_bytes(bytes), m_version(version), m_at(at), m_lastTime(lastTime)
    {
    }

    [[nodiscard]] bool isGood() const { return m_isGood; }
    [[nodiscard]] bool isSince(std::uint32_t version) const { return m_version >= version; }
    void require(bool isSensible) { m_isGood &= isSensible; }

    std::uint64_t byte()
    {
        if (m_at >= m_bytes.size()) {
            m_isGood = false;
            return 0;
        }
        return static_cast<unsigned char>(m_bytes[m_at++]);
    }

    /// Reads the fields one after another.
    void operator()(auto&&... fields) { (field(fields), ...); }

private:
    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint64_t digit = byte();
            value |= (digit & 0x7f) << shift;
            if (digit < 0x80)
                return value;
        }
        m_isGood = false;
        return 0;
    }
    template <std::unsigned_integral T>
    void field(T& value)
    {
        const std::uint64_t read = varint();
        value = static_cast<T>(read);
        m_isGood &= value == read;
    }
    void field(std::int32_t& value)
    {
        const std::int64_t read = unzigzag(varint());
        value = static_cast<std::int32_t>(read);
        m_isGood &= value == read;
    }
    void field(Bytes& value) { value = Bytes{limited(unzigzag(varint()), kMaxBytes)}; }
    template <typename Tag>
    void field(Id<Tag>& id)
    {
        const std::uint64_t read = varint();
        m_isGood &= read <= Id<Tag>::kNone;
        id = read == 0 ? Id<Tag>{} : Id<Tag>{static_cast<std::uint32_t>(read - 1)};
    }
    void field(Nanoseconds& time)
    {
        // Larger differences than those of two valid times are refused, so that the sum cannot overflow.
        const std::int64_t difference = unzigzag(varint());
        m_isGood &= -2 * kMaxTime <= difference && difference <= 2 * kMaxTime;
        if (m_isGood)
            m_lastTime = limited(m_lastTime + difference, kMaxTime);
        time = Nanoseconds{m_lastTime};
    }
    void field(double& value)
    {
        value = 0;
        const std::uint64_t hasValue = byte();
        m_isGood &= hasValue <= 1;
        if (hasValue != 1)
            return;
        std::uint64_t bits = 0;
        for (int shift = 0; shift < 64; shift += 8)
            bits |= byte() << shift;
        value = std::bit_cast<double>(bits);
    }
    void field(bool& value)
    {
        const std::uint64_t read = byte();
        m_isGood &= read <= 1;
        value = read == 1;
    }
    void field(std::string& value)
    {
        const std::uint64_t size = varint();
        if (size > m_bytes.size() - m_at) {
            m_isGood = false;
            return;
        }
        value = m_bytes.substr(m_at, size);
        m_at += size;
    }
    void field(Message& value)
    {
        std::string stored;
        field(stored);
        auto read = m_version >= 3 ? messages::fromJson(stored) : Message(std::move(stored));
        m_isGood &= read.has_value();
        if (read)
            value = *std::move(read);
    }
    template <typename E>
    void field(UpTo<E> choice)
    {
        const std::uint64_t read = byte();
        m_isGood &= read <= static_cast<std::uint64_t>(choice.last);
        if (m_isGood)
            choice.value = static_cast<E>(read);
    }

    std::int64_t limited(std::int64_t value, std::int64_t most)
    {
        if (value < -most || value > most) {
            m_isGood = false;
            return 0;
        }
        return value;
    }

    std::string_view m_bytes;
    std::uint32_t m_version;
    std::size_t& m_at;
    std::int64_t& m_lastTime;
    bool m_isGood = true;
};

using Read = void (*)(Reader& reader, trace::Record& record);

template <std::size_t kIndex>
void readOne(Reader& reader, trace::Record& record)
{
    using R = std::variant_alternative_t<kIndex, trace::Record>;
    if constexpr (std::is_same_v<R, trace::RunRecord>) {
        trace::RunInfo info;
        fields(reader, info);
        record = std::make_shared<const trace::RunInfo>(std::move(info));
    } else {
        fields(reader, record.emplace<R>());
    }
}

template <std::size_t... kIndex>
constexpr std::array<Read, sizeof...(kIndex)> readers(std::index_sequence<kIndex...>)
{
    return {&readOne<kIndex>...};
}

constexpr auto kReaders = readers(std::make_index_sequence<std::variant_size_v<trace::Record>>{});

/// Number of record types in files without ranks: the first alternatives of trace::Record.
constexpr std::size_t kUnranked = 21;
static_assert(std::is_same_v<std::variant_alternative_t<kUnranked, trace::Record>, trace::RankRecord>);

}  // namespace

void RecordEncoder::encode(trace::Record& record)
{
    m_bytes.push_back(static_cast<char>(record.index()));
    Writer writer(m_bytes, m_lastTime);
    std::visit(
        [&]<typename R>(R& r) {
            if constexpr (std::is_same_v<R, trace::RunRecord>) {
                trace::RunInfo info = r ? *r : trace::RunInfo{};
                fields(writer, info);
            } else {
                fields(writer, r);
            }
        },
        record);
    ++m_count;
}

void RecordEncoder::clear()
{
    m_bytes.clear();
    m_count = 0;
    m_lastTime = 0;
}

std::optional<trace::Record> RecordDecoder::next()
{
    if (m_at >= m_bytes.size())
        return std::nullopt;
    Reader reader(m_bytes, m_version, m_at, m_lastTime);
    const std::uint64_t index = reader.byte();
    trace::Record record;
    const std::size_t known = hasRanks(m_version) ? kReaders.size() : kUnranked;
    if (index < known)
        kReaders[index](reader, record);
    if (index >= known || !reader.isGood()) {
        m_at = m_bytes.size() + 1;
        return std::nullopt;
    }
    return record;
}

}  // namespace engine::io::detail
