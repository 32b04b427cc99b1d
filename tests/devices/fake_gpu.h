#pragma once

#include "engine/devices/cuda/module.h"

#include <cstdint>

/// A CUDA module without CUDA: devices of threads and ordinary memory, which run the kernels' own arithmetic. Streams,
/// events, graphs, page-locked copies and the profiler's late records behave as on hardware, so that what
/// the program does with a GPU is tested where there is none.
namespace fake {

struct Settings {
    int devices = 2;
    std::int64_t memory = std::int64_t{256} << 20;  ///< of each
    int driver = 13000;
    engine::devices::cuda::abi::TimeSource times = engine::devices::cuda::abi::TimeSource::Events;
    int capability = 90;
    int slow = 0;          ///< microseconds that every operation takes
    int captureFails = 0;  ///< this capture does not work, as when a library takes memory in it; 0: none
    bool hasCollectives = true;
    int jitter = 0;            ///< streams sleep up to so many microseconds before an operation
    int lostAtLaunch = 0;      ///< the device of this launch is lost when it runs; 0: never
    bool hasBadTimes = false;  ///< every seventh record of the profiler is zero, every eleventh runs backwards
};

/// What happened since the module was made.
struct Counts {
    std::int64_t launches = 0;
    std::int64_t waits = 0;  ///< of streams for events
    std::int64_t captures = 0;
    std::int64_t replays = 0;
    std::int64_t streams = 0;  ///< that exist
    std::int64_t events = 0;
    std::int64_t bytes = 0;  ///< of devices' memory that is taken
    std::int64_t graphs = 0;
};

/// One at a time in a process.
[[nodiscard]] engine::devices::cuda::ModulePtr makeModule(const Settings& settings);
[[nodiscard]] Counts counts();

}  // namespace fake
