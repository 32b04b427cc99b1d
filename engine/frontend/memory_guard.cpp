#include "engine/frontend/detail/memory_guard.h"

#include "engine/base/host_limits.h"
#include "engine/messages/messages.h"

#include <Python.h>

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <utility>

namespace engine::frontend {

namespace {

/// Granularity of the check: the free memory is queried once per this many allocated bytes.
constexpr Bytes kStep = kMiB * 64;
/// Raises the limit by this amount after each of the first kRefusalsWithRoom refusals, because the program needs memory
/// to handle the exception.
constexpr Bytes kRoomAfterRefusal = kMiB * 16;
constexpr int kRefusalsWithRoom = 16;

}  // namespace

struct MemoryGuard::State {
    const Limits limits;
    PyMemAllocatorEx raw{};
    PyObjectArenaAllocator arenas{};
    std::atomic<std::int64_t> used{0};
    std::atomic<std::int64_t> granted{0};  ///< allocations up to this total need no check

    mutable std::mutex mutex;  ///< guards the members below
    std::string refusal;
    int refusals = 0;

    explicit State(Limits l) : limits(std::move(l)) {}

    [[nodiscard]] bool admits(std::size_t size)
    {
        if (size > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max()) / 2)
            return refuse(Bytes{std::numeric_limits<std::int64_t>::max() / 2});
        const auto bytes = static_cast<std::int64_t>(size);
        return used.load(std::memory_order_relaxed) + bytes <= granted.load(std::memory_order_relaxed) ||
               asks(Bytes{bytes});
    }

    bool asks(Bytes size)
    {
        const std::lock_guard lock(mutex);
        const Bytes total = Bytes{used.load(std::memory_order_relaxed)} + size;
        const Bytes most = limits.most + kRoomAfterRefusal * std::min(refusals, kRefusalsWithRoom);
        if (total > most) {
            const Bytes taken{used.load(std::memory_order_relaxed)};
            const bool isMuch = taken.value > limits.most.value / 100;
            return remember(
                "Python's objects may use at most " + messages::bytesText(limits.most) +
                " on this computer; the program " +
                (isMuch ? "has " + messages::bytesText(taken) + " and requested " + messages::bytesText(size) + " more"
                        : "requested " + messages::bytesText(size)));
        }
        const Bytes available = limits.available();
        const bool isSmall = size < kRoomAfterRefusal && refusals > 0 && refusals <= kRefusalsWithRoom;
        if (size + limits.spared > available && !isSmall)
            return remember("the program requested " + messages::bytesText(size) + ", but only " +
                            messages::bytesText(available) + " of this computer's memory is free, of which " +
                            messages::bytesText(limits.spared) +
                            " must stay free; close other programs, or request less");
        granted.store(std::min(total + kStep, most).value, std::memory_order_relaxed);
        return true;
    }

    bool refuse(Bytes size)
    {
        const std::lock_guard lock(mutex);
        return remember("the program requested more than " + messages::bytesText(size) + ", which no computer has");
    }

    bool remember(std::string why)
    {
        refusal = std::move(why);
        ++refusals;
        return false;
    }

    void count(std::int64_t bytes) { used.fetch_add(bytes, std::memory_order_relaxed); }
    static std::int64_t sizeOf(void* block) { return static_cast<std::int64_t>(malloc_usable_size(block)); }
    static State& of(void* context) { return *static_cast<State*>(context); }

    // The allocator functions for Python. The C library allocates their blocks, so malloc_usable_size() returns the
    // sizes.
    static void* allocate(void* context, std::size_t size)
    {
        State& it = of(context);
        void* const block = it.admits(size) ? it.raw.malloc(it.raw.ctx, size) : nullptr;
        it.count(sizeOf(block));
        return block;
    }
    static void* allocateZeros(void* context, std::size_t count, std::size_t size)
    {
        State& it = of(context);
        std::size_t bytes = 0;
        const bool isTooMuch = __builtin_mul_overflow(count, size, &bytes);
        void* const block =
            it.admits(isTooMuch ? ~std::size_t{0} : bytes) ? it.raw.calloc(it.raw.ctx, count, size) : nullptr;
        it.count(sizeOf(block));
        return block;
    }
    static void* reallocate(void* context, void* old, std::size_t size)
    {
        State& it = of(context);
        const std::int64_t before = sizeOf(old);
        if (size > static_cast<std::size_t>(before) && !it.admits(size - static_cast<std::size_t>(before)))
            return nullptr;
        void* const block = it.raw.realloc(it.raw.ctx, old, size);
        if (block != nullptr)
            it.count(sizeOf(block) - before);
        return block;
    }
    static void release(void* context, void* block)
    {
        State& it = of(context);
        it.count(-sizeOf(block));
        it.raw.free(it.raw.ctx, block);
    }
    static void* allocateArena(void* context, std::size_t size)
    {
        State& it = of(context);
        void* const arena = it.admits(size) ? it.arenas.alloc(it.arenas.ctx, size) : nullptr;
        if (arena != nullptr)
            it.count(static_cast<std::int64_t>(size));
        return arena;
    }
    static void releaseArena(void* context, void* arena, std::size_t size)
    {
        State& it = of(context);
        it.count(-static_cast<std::int64_t>(size));
        it.arenas.free(it.arenas.ctx, arena, size);
    }
};

MemoryGuard::Limits MemoryGuard::ofThisComputer()
{
    const Bytes most = usableMemory().most;
    return {Bytes{most.value / 2}, Bytes{most.value / 8}, [] { return usableMemory().available; }};
}

MemoryGuard::MemoryGuard(Limits limits) : m_state(std::make_unique<State>(std::move(limits)))
{
    PyMem_GetAllocator(PYMEM_DOMAIN_RAW, &m_state->raw);
    PyObject_GetArenaAllocator(&m_state->arenas);
    PyMemAllocatorEx raw{m_state.get(), &State::allocate, &State::allocateZeros, &State::reallocate, &State::release};
    PyMem_SetAllocator(PYMEM_DOMAIN_RAW, &raw);
    PyObjectArenaAllocator arenas{m_state.get(), &State::allocateArena, &State::releaseArena};
    PyObject_SetArenaAllocator(&arenas);
}

MemoryGuard::~MemoryGuard()
{
    PyMem_SetAllocator(PYMEM_DOMAIN_RAW, &m_state->raw);
    PyObject_SetArenaAllocator(&m_state->arenas);
    // A Python thread that outlives its interpreter may be inside one of the functions above, so the state is leaked.
    [[maybe_unused]] const State* const outlives = m_state.release();
}

void MemoryGuard::beginRun()
{
    const std::lock_guard lock(m_state->mutex);
    m_state->refusal.clear();
    m_state->refusals = 0;
    m_state->granted.store(0, std::memory_order_relaxed);
}

std::string MemoryGuard::refusal() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->refusal;
}

Bytes MemoryGuard::used() const
{
    return Bytes{m_state->used.load(std::memory_order_relaxed)};
}

}  // namespace engine::frontend
