#include "engine/devices/cpu/kernels/workspace.h"

#include <utility>

namespace engine::devices::cpu {

Result<Block> Workspaces::allocate(std::int64_t floats)
{
    return m_storage.allocate(Bytes{floats * static_cast<std::int64_t>(sizeof(float))}, {{}, m_op});
}

Result<Workspaces::Lease> Workspaces::borrow()
{
    Block block;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            block = std::move(m_free.back());
            m_free.pop_back();
        }
    }
    if (block || m_floats == 0)
        return Lease(*this, std::move(block));
    Result<Block> fresh = allocate(m_floats);
    if (!fresh)
        return std::move(fresh).error();
    return Lease(*this, *std::move(fresh));
}

void Workspaces::returnBlock(Block block)
{
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(block));
}

}  // namespace engine::devices::cpu
