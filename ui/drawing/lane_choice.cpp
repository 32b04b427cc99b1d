#include "ui/drawing/lane_choice.h"

#include <algorithm>
#include <utility>

namespace ui::drawing {

using engine::DeviceId;
using engine::LaneId;
using engine::trace::DeviceKind;
using engine::trace::DeviceRecord;
using engine::trace::LaneRecord;
using engine::trace::LaneRole;

bool LaneChoice::isInUse(LaneId lane) const
{
    const auto& also = m_options.alsoUsed;
    return isUsed(m_trace, lane) || std::find(also.begin(), also.end(), lane) != also.end() || hasGhost(lane);
}

bool LaneChoice::hasGhost(LaneId lane) const
{
    const auto& before = m_options.ghost.lanes;
    return std::find(before.begin(), before.end(), lane) != before.end();
}

std::vector<const LaneRecord*> LaneChoice::lanesOf(DeviceId device) const
{
    std::vector<const LaneRecord*> lanes;
    for (const LaneRecord& lane : m_trace.lanes())
        if (lane.device == device && lane.role != LaneRole::Frontend && lane.role != LaneRole::Link)
            lanes.push_back(&lane);
    // Sorted by role, then by number, so that a lane has the same position in every run.
    std::stable_sort(lanes.begin(), lanes.end(), [](const LaneRecord* a, const LaneRecord* b) {
        return std::pair(a->role, a->index) < std::pair(b->role, b->index);
    });
    return lanes;
}

const LaneRecord* LaneChoice::spareStreamOf(const DeviceRecord& device,
                                            const std::vector<const LaneRecord*>& lanes) const
{
    if (!isGpu(device) || isTraining() || lanes.empty())
        return nullptr;
    const LaneRecord* first = lanes.front();
    const auto works = [&](const LaneRecord* lane) {
        return lane->role == LaneRole::Compute && isInUse(lane->id) && !isBarelyUsed(m_trace, lane->id);
    };
    const bool isSpare = first->role == LaneRole::Compute && !m_trace.isLive() && !works(first) &&
                         std::any_of(lanes.begin(), lanes.end(), works);
    return isSpare ? first : nullptr;
}

std::vector<const LaneRecord*> LaneChoice::foldedOf(const DeviceRecord& device,
                                                    const std::vector<const LaneRecord*>& lanes) const
{
    std::vector<const LaneRecord*> folded;
    if (device.kind == DeviceKind::Cpu)
        for (std::size_t i = 1; i < lanes.size(); ++i)
            if (lanes[i]->role == LaneRole::CpuWorker && isUsed(m_trace, lanes[i]->id) &&
                isBarelyUsed(m_trace, lanes[i]->id))
                folded.push_back(lanes[i]);
    return folded.size() > 1 ? folded : std::vector<const LaneRecord*>{};
}

bool LaneChoice::isShown(const LaneRecord& lane) const
{
    // A training uses many lanes; unused ones are left out.
    return isInUse(lane.id) || (isIdleCopy(lane) && !isTraining() && !m_isTight && !foldsIdleLanes());
}

bool LaneChoice::isIdleCopy(const LaneRecord& lane) const
{
    return lane.index == 0 && (lane.role == LaneRole::CopyIn || lane.role == LaneRole::CopyOut) && !isInUse(lane.id);
}

int LaneChoice::usedCopies() const
{
    const auto isUsedCopy = [this](const LaneRecord& lane) {
        return (lane.role == LaneRole::CopyIn || lane.role == LaneRole::CopyOut || lane.role == LaneRole::CopyPeer) &&
               isUsed(m_trace, lane.id);
    };
    return static_cast<int>(std::count_if(m_trace.lanes().begin(), m_trace.lanes().end(), isUsedCopy));
}

}  // namespace ui::drawing
