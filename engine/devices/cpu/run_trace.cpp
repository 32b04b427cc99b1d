#include "engine/devices/cpu/run_trace.h"

#include <cmath>

namespace engine::devices::cpu {

void RunTrace::writeMean(std::span<const float> values, const Origin& origin, const std::string& metric,
                         std::int32_t step)
{
    if (values.empty())
        return;
    double sum = 0;
    for (const float value : values)
        sum += static_cast<double>(value);
    write(trace::MetricRecord{origin.made, metric, sum / static_cast<double>(values.size()), step});
    if (std::isnan(sum) && !m_hasNotedNaN.exchange(true))
        write(trace::NoteRecord{.time = origin.made,
                                .text = device::noteOfNaN(metric, step),
                                .isWarning = true,
                                .line = origin.line,
                                .op = origin.maker});
}

}  // namespace engine::devices::cpu
