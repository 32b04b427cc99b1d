#pragma once

#include "tests/engine/devices/sim/driver.h"

#include <random>

/// Random programs on random machines, and what a test may demand of every one of them.
namespace simtest {

/// A machine of 1 to 8 GPUs whose every constant is drawn within what real machines have.
[[nodiscard]] device::Machine randomMachine(unsigned seed, int mostGpus = 8);

struct ProgramOptions {
    device::Semantics semantics = device::Semantics::Torch;
    int steps = 60;
    bool hasQueries = false;  ///< asks for the time, levels and events in between: must change nothing
    bool hasWaits = true;
    bool hasCopies = true;
    bool hasHostOps = true;
    bool isNaive = false;
    int valueThreads = 0;  ///< 0: timing only
    double noise = 0;
    std::vector<std::int64_t> sizes = {16, 64, 256, 1024, 3000};
};

/// An operation as the program knows it.
struct Pushed {
    OpId op;
    std::vector<int> reads;  ///< numbers of tensors
    std::vector<int> writes;
    std::optional<StreamId> stream;  ///< that it was issued to, if it was to one
    int gpu = -1;                    ///< of a kernel
    double soloNs = 0;               ///< alone on its device
    double share = 0;                ///< of the multiprocessors
    bool isCopy = false;
    bool isBlocking = false;  ///< a pageable copy to the host
    Nanoseconds after{};      ///< when the push returned
};

/// Runs a random program; everything about it follows from `seed`.
class RandomProgram {
public:
    /// `machine` must outlive the program.
    RandomProgram(const device::Machine& machine, unsigned seed, ProgramOptions options,
                  device::ValueEngineFactory values = {});
    RandomProgram(device::Machine&& machine, unsigned seed, ProgramOptions options,
                  device::ValueEngineFactory values = {}) = delete;

    void run();

    Driver driver;
    std::vector<Pushed> pushed;
    Nanoseconds end{};
    /// Every value that is left at the end, if values are computed.
    std::vector<std::vector<float>> values;

private:
    struct Tensor {
        VariableId id;
        DeviceId device;
        std::int64_t n = 0;
        bool isDropped = false;
    };

    [[nodiscard]] std::size_t draw(std::size_t count) { return m_random() % count; }
    [[nodiscard]] int pick(DeviceId device, std::int64_t n);
    int create(DeviceId device, std::int64_t n);
    void stepKernel();
    void stepCopy();
    void stepWait();
    void stepStream();
    void stepDrop();
    void stepQuery();
    void note(OpId op, std::vector<int> reads, std::vector<int> writes, const device::OpRequest& request);
    void push(device::OpRequest request, const std::vector<int>& reads, const std::vector<int>& writes);

    const device::Profile& m_profile;
    ProgramOptions m_options;
    std::mt19937 m_random;
    std::mt19937 m_queries;
    std::vector<Tensor> m_tensors;
    std::vector<std::vector<StreamId>> m_streams;  ///< by device
    std::vector<EventId> m_events;
};

}  // namespace simtest
