#pragma once

#include "engine/devices/cuda/module.h"

#include <cstdint>

/// A CUDA module without CUDA: devices are threads with ordinary memory and run the arithmetic of the kernels. Streams,
/// events, graphs, page-locked copies and the late records of the profiler behave like on hardware, so the code for
/// GPUs can be tested without a GPU.
namespace fake {

struct Settings {
    int devices = 2;
    std::int64_t memory = std::int64_t{256} << 20;  ///< bytes per device
    int driver = 13000;
    engine::devices::cuda::abi::TimeSource times = engine::devices::cuda::abi::TimeSource::Events;
    int capability = 90;
    int slow = 0;          ///< additional duration of every operation and collective, microseconds
    int captureFails = 0;  ///< number of the capture that fails, as if a library allocated memory during it; 0: none
    bool hasCollectives = true;
    bool connectsForEver = false;  ///< connecting GPUs never succeeds; only an interruption ends it
    int exchangeFails = 0;     ///< number of the collective between ranks that the library reports as failed; 0: none
    int exchangeHangs = 0;     ///< number of the collective between ranks whose kernel never ends; 0: none
    int lostAtExchange = 0;    ///< number of the collective between ranks that loses its device; 0: none
    int unconnectedRank = -1;  ///< rank whose GPU cannot be connected with those of other ranks; -1: none
    bool makesNoIds = false;   ///< the library makes no ids for groups of ranks
    int jitter = 0;            ///< streams sleep up to this many microseconds before an operation
    int lostAtLaunch = 0;      ///< number of the launch that loses its device; 0: none
    bool hasBadTimes = false;  ///< every 7th record of the profiler has zero times, every 11th ends before it starts
};

/// Counters of the module. The first five start at 0 when the module is made; the others are current numbers.
struct Counts {
    std::int64_t launches = 0;
    std::int64_t waits = 0;      ///< number of waits of streams for events
    std::int64_t exchanges = 0;  ///< collectives between ranks
    std::int64_t captures = 0;
    std::int64_t replays = 0;
    std::int64_t streams = 0;
    std::int64_t events = 0;
    std::int64_t bytes = 0;  ///< allocated device memory
    std::int64_t graphs = 0;
    std::int64_t connecting = 0;  ///< number of calls that wait for other ranks now
    std::int64_t releases = 0;    ///< number of unfinished calls of release(), which wait for collectives
};

/// Only one module may exist in a process at a time.
[[nodiscard]] engine::devices::cuda::ModulePtr makeModule(const Settings& settings);
[[nodiscard]] Counts counts();

}  // namespace fake
