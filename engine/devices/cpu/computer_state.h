#pragma once

#include "engine/devices/cpu/devices.h"
#include "engine/devices/cpu/host_memory.h"
#include "engine/devices/cpu/lanes.h"
#include "engine/devices/cpu/life_writer.h"
#include "engine/devices/cpu/run_trace.h"
#include "engine/devices/cpu/streams.h"
#include "engine/schedule/engine.h"

#include <mutex>
#include <vector>

namespace engine::devices::cpu {

class Communicator;

/// A copy to the host whose wait is not recorded yet (device::OpRequest::isFetched).
struct Fetch {
    OpId op;
    Nanoseconds begin{};  ///< start of the wait
};

/// Shared state of the classes that implement this computer, for one run.
struct ComputerState {
    ComputerState(const device::PlatformOptions& runOptions, const Host& computer, trace::Sink& sink);

    [[nodiscard]] bool isDevice(DeviceId device) const { return device.index < infos.size(); }
    /// `purpose` completes the message: " to compute on", or empty.
    [[nodiscard]] Error unknownDevice(DeviceId device, const char* purpose) const;
    /// Any thread. Numbers a new lane and records it. If `later` is not null, only appends the record to `later`: the
    /// caller must write it before the next lane is added.
    LaneId addLane(trace::LaneRecord lane, std::vector<trace::LaneRecord>* later = nullptr);

    device::PlatformOptions options;  ///< with the defaults filled in
    const Host host;
    const int helpers;  ///< number of helper threads in the team; workers are not counted
    RunTrace trace;
    HostMemory memory;
    std::vector<device::DeviceInfo> infos;  ///< by device
    const Lanes lanes;
    LifeWriter lives;
    Streams streams;
    Devices* devices = nullptr;            ///< set before start()
    Communicator* communicator = nullptr;  ///< set by start(); null: the run has one rank
    Fetch fetched;                         ///< the last copy to the host
    bool isFinished = false;               ///< the run accepts no more operations
    schedule::Engine engine;

private:
    std::mutex m_laneMutex;  ///< guards m_nextLane and the order of the records
    std::uint32_t m_nextLane;
};

constexpr schedule::GroupId kComputeGroup{0};
constexpr schedule::GroupId kCopyGroup{1};
constexpr int kCopyWorkers = 2;

}  // namespace engine::devices::cpu
