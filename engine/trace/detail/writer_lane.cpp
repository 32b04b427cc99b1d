#include "engine/trace/detail/writer_lane.h"

#include "engine/base/expect.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace engine::trace::detail {

namespace {

constexpr std::size_t kChunkBytes = 64 * 1024 - 64;
constexpr std::size_t kPlace = 64 * 1024;  ///< distance of the chunks in a block
/// Sizes of the blocks for chunks after the first one: each has twice the size of the previous one, up to a huge page.
/// The first write to a small page takes 1.5 us, which is 30 ns for each LifeRecord. The first write to a huge page
/// takes up to 2.5 ms, so huge pages pay off only in long runs.
constexpr std::size_t kFirstBlock = 2 * kPlace;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kHeader = 8;  ///< the record's type index, alone in its word so that the record is aligned

constexpr std::uint64_t kNextChunk = ~std::uint64_t{0};

/// Records that own memory are stored as a pointer, others as their bytes.
template <typename R>
constexpr bool kTravelsByValue = std::is_trivially_copyable_v<R>;

constexpr std::size_t padded(std::size_t size)
{
    return (size + 7) / 8 * 8;
}

template <typename R>
constexpr std::size_t kSize = kHeader + padded(kTravelsByValue<R> ? sizeof(R) : sizeof(Record*));

using Reader = Record (*)(const std::byte* bytes, std::size_t& used);

template <typename R>
Record readOne(const std::byte* bytes, std::size_t& used)
{
    used += kSize<R>;
    if constexpr (kTravelsByValue<R>) {
        R record;
        std::memcpy(static_cast<void*>(&record), bytes + kHeader, sizeof record);
        return record;
    } else {
        Record* boxed = nullptr;
        std::memcpy(&boxed, bytes + kHeader, sizeof boxed);
        Record record = std::move(*boxed);
        delete boxed;
        return record;
    }
}

template <std::size_t... kIndex>
constexpr std::array<Reader, sizeof...(kIndex)> readers(std::index_sequence<kIndex...>)
{
    return {&readOne<std::variant_alternative_t<kIndex, Record>>...};
}

constexpr auto kReaders = readers(std::make_index_sequence<std::variant_size_v<Record>>{});

}  // namespace

struct WriterLane::Chunk {
    Chunk* next;
    alignas(8) std::byte bytes[kChunkBytes];  ///< not initialised
};

void WriterLane::addBlock()
{
    m_blockSize = m_blocks.empty() ? kFirstBlock : std::min(2 * m_blockSize, kHugePage);
    Block block(static_cast<std::byte*>(std::aligned_alloc(m_blockSize == kHugePage ? kHugePage : 64, m_blockSize)));
    if (!block)
        throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    // The result is ignored: without huge pages everything works, but writing a record takes four times as long.
    if (m_blockSize == kHugePage)
        static_cast<void>(::madvise(block.get(), kHugePage, MADV_HUGEPAGE));
#endif
    m_blocks.push_back(std::move(block));
    m_blockUsed = 0;
}

WriterLane::WriterLane(std::thread::id thread) : m_thread(thread), m_first(new Chunk), m_tail(m_first.get())
{
    m_tail->next = nullptr;
    m_head = m_tail;
}

WriterLane::~WriterLane()
{
    while (readCount() < written())
        static_cast<void>(pop());
}

bool WriterLane::write(Record&& record)
{
    bool isFilled = false;
    const auto put = [&](const void* from, std::size_t size, std::size_t whole) {
        if (m_tailUsed + whole + kHeader > kChunkBytes) {
            std::memcpy(m_tail->bytes + m_tailUsed, &kNextChunk, kHeader);
            m_tail->next = freshChunk();
            m_tail = m_tail->next;
            m_tailUsed = 0;
            isFilled = true;
        }
        const std::uint64_t index = record.index();
        std::memcpy(m_tail->bytes + m_tailUsed, &index, kHeader);
        std::memcpy(m_tail->bytes + m_tailUsed + kHeader, from, size);
        m_tailUsed += whole;
        m_written.store(m_written.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    };
    std::visit(
        [&]<typename R>(const R& r) {
            if constexpr (kTravelsByValue<R>) {
                put(&r, sizeof r, kSize<R>);
            } else {
                Record* boxed = new Record(std::move(record));
                put(&boxed, sizeof boxed, kSize<R>);
            }
        },
        record);
    return isFilled;
}

WriterLane::Chunk* WriterLane::freshChunk()
{
    if (m_spares == nullptr)
        m_spares = m_returned.exchange(nullptr, std::memory_order_acquire);
    Chunk* chunk = nullptr;
    if (m_spares != nullptr) {
        chunk = std::exchange(m_spares, m_spares->next);
    } else {
        static_assert(sizeof(Chunk) <= kPlace);
        if (m_blockUsed == m_blockSize)
            addBlock();
        chunk = new (m_blocks.back().get() + m_blockUsed) Chunk;
        m_blockUsed += kPlace;
    }
    chunk->next = nullptr;
    return chunk;
}

Record WriterLane::pop()
{
    ENGINE_EXPECT(m_taken < written());
    std::uint64_t index = 0;
    std::memcpy(&index, m_head->bytes + m_headUsed, kHeader);
    if (index == kNextChunk) {
        Chunk* empty = std::exchange(m_head, m_head->next);
        m_headUsed = 0;
        // Only this thread adds to the list, and the writer takes the whole list, so the ABA problem cannot occur.
        empty->next = m_returned.load(std::memory_order_relaxed);
        while (!m_returned.compare_exchange_weak(empty->next, empty, std::memory_order_release,
                                                 std::memory_order_relaxed)) {
        }
        std::memcpy(&index, m_head->bytes, kHeader);
    }
    ++m_taken;
    return kReaders[index](m_head->bytes + m_headUsed, m_headUsed);
}

}  // namespace engine::trace::detail
