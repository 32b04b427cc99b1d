#pragma once

#include "engine/devices/cuda/plugin/gpu_types.h"

namespace engine::devices::cuda::plugin {

/// The result of an operation that is queued in several steps: the first failure, if any.
class QueueingResult {
public:
    /// Call with the result of each step, in order.
    void add(abi::Code code)
    {
        if (m_code != abi::Code::Ok)
            return;
        m_code = code == abi::Code::OutOfMemory && m_hasQueued ? abi::Code::OutOfMemoryLate : code;
        m_hasQueued = m_hasQueued || code == abi::Code::Ok;
    }
    [[nodiscard]] abi::Code code() const { return m_code; }
    [[nodiscard]] bool isOk() const { return m_code == abi::Code::Ok; }

private:
    abi::Code m_code = abi::Code::Ok;
    bool m_hasQueued = false;
};

/// Queues one operation in a stream. Defined in kernels.cu.
[[nodiscard]] abi::Code launchWork(abi::Stream& stream, const abi::Work& work);

}  // namespace engine::devices::cuda::plugin
