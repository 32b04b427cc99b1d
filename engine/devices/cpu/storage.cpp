#include "engine/devices/cpu/storage.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

namespace engine::devices::cpu {

namespace {

using trace::MemoryAct;

constexpr std::int64_t kAlignment = 64;
/// After this much new memory, the storage queries the system's available memory again. A query took 0.03 to 0.1 ms,
/// the first use of new pages of this size 30 to 60 ms (two cores, 2026-11-28).
constexpr Bytes kAssured{64 << 20};

/// The size that a request allocates from the system.
Bytes roundedUp(Bytes bytes)
{
    return Bytes{(std::max<std::int64_t>(1, bytes.value) + kAlignment - 1) / kAlignment * kAlignment};
}

}  // namespace

std::string toMebibytes(Bytes bytes)
{
    std::array<char, 32> text{};
    const double mebibytes = static_cast<double>(bytes.value) / static_cast<double>(kMiB.value);
    if (mebibytes < 1024)
        std::snprintf(text.data(), text.size(), "%.2f MiB", mebibytes);
    else
        std::snprintf(text.data(), text.size(), "%.2f GiB", mebibytes / 1024);
    return text.data();
}

Block::~Block()
{
    if (m_data != nullptr)
        m_storage->free(*this);
}

void Block::swap(Block& other) noexcept
{
    std::swap(m_storage, other.m_storage);
    std::swap(m_data, other.m_data);
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_owner, other.m_owner);
    std::swap(m_isHeld, other.m_isHeld);
}

void Block::setProducer(OpId op)
{
    if (m_data != nullptr && !std::exchange(m_isHeld, true))
        m_storage->setProducer(*this, op);
}

Storage::~Storage()
{
    const std::lock_guard lock(m_mutex);
    trimLocked();
}

Result<Block> Storage::allocate(Bytes bytes, const Owner& owner)
{
    const std::lock_guard lock(m_mutex);
    float* data = allocateLocked(roundedUp(bytes));
    if (data == nullptr) {
        notifyLocked(MemoryAct::Refuse, bytes, owner);
        return refusalLocked(bytes);
    }
    m_allocated += bytes;
    m_peakAllocated = std::max(m_peakAllocated, m_allocated);
    notifyLocked(MemoryAct::Allocate, bytes, owner);
    Block block;
    block.m_storage = this;
    block.m_data = data;
    block.m_bytes = bytes.value;
    block.m_owner = owner;
    return block;
}

float* Storage::allocateLocked(Bytes rounded)
{
    if (const auto kept = m_kept.find(rounded); kept != m_kept.end() && !kept->second.empty()) {
        float* data = kept->second.back();
        kept->second.pop_back();
        return data;
    }
    if (!hasRoomLocked(rounded))
        trimLocked();
    if (!hasRoomLocked(rounded))
        return nullptr;
    void* data = allocateFromSource(rounded);
    if (data == nullptr)
        return nullptr;
    m_assured -= std::min(m_assured, rounded);
    m_reserved += rounded;
    m_peakReserved = std::max(m_peakReserved, m_reserved);
    notifyLocked(MemoryAct::Reserve, rounded, {});
    return static_cast<float*>(data);
}

/// Whether `rounded` bytes can be reserved. Other programs may have allocated memory that was free when the run began;
/// if this program reserved it too, the system would kill a program, most likely this one.
bool Storage::hasRoomLocked(Bytes rounded)
{
    if (rounded > m_limit - m_reserved)
        return false;
    if (!m_source.available || rounded <= m_assured)
        return true;
    const Bytes available = m_source.available();
    m_assured = std::min(std::max(rounded, kAssured), available);
    return rounded <= available;
}

void* Storage::allocateFromSource(Bytes rounded) const
{
    return m_source.allocate ? m_source.allocate(rounded)
                             : std::aligned_alloc(kAlignment, static_cast<std::size_t>(rounded.value));
}

void Storage::freeToSource(void* data) const
{
    if (m_source.free)
        m_source.free(data);
    else
        std::free(data);
}

Error Storage::refusalLocked(Bytes bytes) const
{
    const std::string free =
        m_source.available ? toMebibytes(std::max(Bytes{}, m_source.available())) + " are free now, and " : "and ";
    return untranslatedError(ErrorCode::OutOfMemory,
                             "This computer has no memory for a tensor of " + toMebibytes(bytes) + ": " +
                                 toMebibytes(m_limit) + " were free when the run began, " + free +
                                 toMebibytes(m_allocated) +
                                 " are allocated. Use smaller tensors, or drop results that are no "
                                 "longer needed.");
}

void Storage::free(const Block& block)
{
    const Bytes bytes{block.m_bytes};
    const std::lock_guard lock(m_mutex);
    m_allocated -= bytes;
    if (block.m_isHeld)
        m_held -= bytes;
    bool isKept = false;
    try {
        m_kept[roundedUp(bytes)].push_back(block.m_data);
        isKept = true;
        notifyLocked(MemoryAct::Free, bytes, block.m_owner);
    } catch (const std::bad_alloc&) {
        // Destructors call this function, so it must not throw. If there is no memory for an entry of the cache, the
        // block is freed instead. If there is no memory for the record, the record is lost.
        if (!isKept) {
            freeToSource(block.m_data);
            m_reserved -= roundedUp(bytes);
        }
    }
}

void Storage::setProducer(const Block& block, OpId op)
{
    const Bytes bytes{block.m_bytes};
    const std::lock_guard lock(m_mutex);
    m_held += bytes;
    notifyLocked(MemoryAct::Hold, bytes, {block.m_owner.variable, op});
}

void Storage::trimLocked()
{
    for (auto& [bytes, blocks] : m_kept) {
        for (float* data : blocks)
            freeToSource(data);
        if (blocks.empty())
            continue;
        const Bytes freed = bytes * static_cast<std::int64_t>(blocks.size());
        m_reserved -= freed;
        blocks.clear();
        notifyLocked(MemoryAct::Release, freed, {});
    }
    m_kept.clear();
}

void Storage::trim()
{
    const std::lock_guard lock(m_mutex);
    trimLocked();
}

void Storage::notifyLocked(MemoryAct act, Bytes bytes, const Owner& owner) const
{
    if (m_watch)
        m_watch({act, bytes, owner, levelsLocked()});
}

StorageLevels Storage::levelsLocked() const
{
    return {m_allocated, m_held, m_reserved, m_peakAllocated, m_peakReserved, m_limit};
}

StorageLevels Storage::levels() const
{
    const std::lock_guard lock(m_mutex);
    return levelsLocked();
}

}  // namespace engine::devices::cpu
