#pragma once

#include "engine/devices/cuda/abi.h"
#include "engine/ops/operation.h"

#include <span>
#include <vector>

namespace engine::devices::cuda::detail {

/// An operation in the module's format. Owns the arrays to which the structure points.
class WorkOrder {
public:
    WorkOrder(const ops::Operation& operation, std::span<void* const> inputs, std::span<void* const> outputs);
    WorkOrder(const WorkOrder&) = delete;
    WorkOrder& operator=(const WorkOrder&) = delete;

    [[nodiscard]] abi::Work& operator*() { return m_work; }

private:
    std::vector<abi::View> m_views;
    std::vector<abi::EpilogueStep> m_epilogue;
    abi::Work m_work;
};

}  // namespace engine::devices::cuda::detail
