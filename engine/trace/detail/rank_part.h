#pragma once

#include "engine/trace/trace.h"

/// Applies records about ranks. False: the record is invalid.
namespace engine::trace {

[[nodiscard]] bool add(RankPart& part, const RankRecord& record);
[[nodiscard]] bool add(RankPart& part, const GroupRecord& record);
[[nodiscard]] bool add(RankPart& part, const CollectiveRecord& record);
[[nodiscard]] bool add(RankPart& part, const ClockRecord& record);

}  // namespace engine::trace
