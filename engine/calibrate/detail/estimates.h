#pragma once

#include <nlohmann/json.hpp>

namespace engine::calibrate::detail {

/// Marks the measured numbers of a machine's description as estimates, because they were measured on another computer.
inline void callEstimated(nlohmann::ordered_json& entry)
{
    if (entry.is_object() && entry.contains("kind")) {
        entry.erase("measurement");
        if (entry["kind"] == "measured")
            entry["kind"] = "estimated";
    } else if (entry.is_structured()) {
        for (nlohmann::ordered_json& inner : entry)
            callEstimated(inner);
    }
}

}  // namespace engine::calibrate::detail
