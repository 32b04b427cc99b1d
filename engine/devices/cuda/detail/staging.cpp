#include "engine/devices/cuda/detail/staging.h"

#include <algorithm>
#include <cstring>

namespace engine::devices::cuda::detail {

namespace {

constexpr std::size_t kSlots = 8;
constexpr std::int64_t kSlotBytes = std::int64_t{8} << 20;

}  // namespace

Staging::~Staging()
{
    const abi::Module& module = **m_gpu.state().module;
    for (const Slot& slot : m_slots) {
        module.destroyEvent(slot.event);
        static_cast<void>(module.releaseHost(m_gpu.state().gpu, slot.memory));
    }
}

Result<Staging::Slot*> Staging::nextSlot()
{
    const abi::Module& module = **m_gpu.state().module;
    const ModulePtr& check = m_gpu.state().module;
    if (m_slots.size() < kSlots && (m_slots.empty() || m_next == 0)) {
        Slot slot;
        abi::Code code = module.allocateHost(m_gpu.state().gpu, kSlotBytes, &slot.memory);
        if (Status status = check->check(code, "lock memory for copies"); !status)
            return std::move(status).error();
        code = module.createEvent(m_gpu.state().gpu, abi::EventUse::Wait, &slot.event);
        if (Status status = check->check(code, "make an event for copies"); !status) {
            static_cast<void>(module.releaseHost(m_gpu.state().gpu, slot.memory));
            return std::move(status).error();
        }
        m_slots.push_back(slot);
        m_onAllocated(Bytes{kSlotBytes});
        return &m_slots.back();
    }
    Slot& slot = m_slots[m_next];
    if (slot.isUsed)
        if (Status status = check->check(module.synchronize(slot.event), "finish a copy"); !status)
            return std::move(status).error();
    return &slot;
}

Status Staging::copyIn(abi::Stream* stream, void* to, const void* from, std::int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    const abi::Module& module = **m_gpu.state().module;
    for (std::int64_t done = 0; done < bytes;) {
        const std::int64_t part = std::min(kSlotBytes, bytes - done);
        const Result<Slot*> slot = nextSlot();
        if (!slot)
            return slot.error();
        std::memcpy((*slot)->memory, static_cast<const char*>(from) + done, static_cast<std::size_t>(part));
        abi::Code code =
            module.copy(stream, static_cast<char*>(to) + done, (*slot)->memory, part, abi::CopyDirection::In, nullptr);
        if (code == abi::Code::Ok)
            code = module.record((*slot)->event, stream);
        if (Status status = m_gpu.state().module->check(code, "copy to " + m_gpu.state().name); !status)
            return status;
        (*slot)->isUsed = true;
        m_next = (static_cast<std::size_t>(*slot - m_slots.data()) + 1) % kSlots;
        if (m_next >= m_slots.size())
            m_next = 0;
        done += part;
    }
    return {};
}

}  // namespace engine::devices::cuda::detail
