#include "engine/devices/cuda/detail/staging.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace engine::devices::cuda::detail {

namespace {

/// The host fills one buffer while the device reads another. Filling is slower than reading, so more or larger buffers
/// gain nothing.
constexpr std::int64_t kSlotBytes = std::int64_t{2} << 20;

}  // namespace

Staging::~Staging()
{
    const abi::Module& module = **m_gpu.state().module;
    for (const Slot& slot : m_slots) {
        if (slot.event != nullptr)
            module.destroyEvent(slot.event);
        if (slot.memory != nullptr)
            static_cast<void>(module.releaseHost(m_gpu.state().gpu, slot.memory));
    }
}

Status Staging::open()
{
    const abi::Module& module = **m_gpu.state().module;
    for (Slot& slot : m_slots) {
        abi::Code code = module.allocateHost(m_gpu.state().gpu, kSlotBytes, &slot.memory);
        if (code == abi::Code::Ok)
            code = module.createEvent(m_gpu.state().gpu, abi::EventUse::Wait, &slot.event);
        if (Status status = m_gpu.state().module->check(code, "lock memory for copies"); !status)
            return status;
    }
    return {};
}

Bytes Staging::size()
{
    return Bytes{kSlotBytes * static_cast<std::int64_t>(std::tuple_size_v<decltype(m_slots)>)};
}

Status Staging::copyIn(abi::Stream* stream, void* to, const void* from, std::int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    const abi::Module& module = **m_gpu.state().module;
    for (std::int64_t done = 0; done < bytes;) {
        const std::int64_t part = std::min(kSlotBytes, bytes - done);
        Slot& slot = m_slots[m_next];
        abi::Code code = slot.isUsed ? module.synchronize(slot.event) : abi::Code::Ok;
        if (code == abi::Code::Ok) {
            std::memcpy(slot.memory, static_cast<const char*>(from) + done, static_cast<std::size_t>(part));
            code =
                module.copy(stream, static_cast<char*>(to) + done, slot.memory, part, abi::CopyDirection::In, nullptr);
        }
        if (code == abi::Code::Ok)
            code = module.record(slot.event, stream);
        if (Status status = m_gpu.state().module->check(code, "copy to " + m_gpu.state().name); !status)
            return status;
        slot.isUsed = true;
        m_next = (m_next + 1) % m_slots.size();
        done += part;
    }
    return {};
}

}  // namespace engine::devices::cuda::detail
