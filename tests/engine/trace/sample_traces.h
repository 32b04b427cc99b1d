#pragma once

#include "engine/trace/sink.h"
#include "engine/trace/trace.h"

#include <cstdint>

/// Generated runs with times like those of the book's programs, for tests and demonstrations. Deterministic.
namespace tests {

enum class Sample : std::uint8_t {
    Empty,           ///< a machine without operations; the run has not ended
    Elementwise,     ///< c = a * b + 2 on the CPU: 4 operations
    TwoGpus,         ///< 13.3.1 on 2x V100, every wait on: 302 operations; at the end GPU 1 is still busy
    TwoGpusOverlap,  ///< TwoGpus without the wait on line 15
    CopyOverlap,     ///< 13.3.2 on 2x V100, copies on a separate stream: 251 operations
    OutOfMemory,     ///< 13.3.2 on a 4 GB card: the 45th product is refused
    Live,            ///< TwoGpus in the middle of the third block: operations issued, running and done
};

/// Writes the records of a sample in the order of a real run.
void write(Sample sample, engine::trace::Sink& sink);

[[nodiscard]] engine::trace::TracePtr sampleTrace(Sample sample);

/// Returns a trace with `lanes` compute lanes of `spans` operations each. Their lengths are log-normal, the lanes are
/// busy for about 80 % of the time, and there are no dependencies.
[[nodiscard]] engine::trace::TracePtr randomTrace(std::uint64_t seed, int lanes, std::int64_t spans);

}  // namespace tests
