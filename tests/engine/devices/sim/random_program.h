#pragma once

#include "tests/engine/devices/sim/driver.h"

#include <random>

/// Random programs on random machines.
namespace simtest {

/// A machine with up to `mostGpus` GPUs whose constants are random within the range of real machines.
[[nodiscard]] device::Machine randomMachine(unsigned seed, int mostGpus = 8);

struct ProgramOptions {
    device::Semantics semantics = device::Semantics::Torch;
    int steps = 60;
    bool hasQueries = false;  ///< the program also reads time, memory levels and events, which must not change the run
    bool hasWaits = true;
    bool hasCopies = true;
    bool hasHostOps = true;
    bool isNaive = false;
    int valueThreads = 0;  ///< 0: no values are computed
    double noise = 0;
    std::vector<std::int64_t> sizes = {16, 64, 256, 1024, 3000};
};

/// A pushed operation with its properties, computed from the program instead of from the records.
struct Pushed {
    OpId op;
    std::vector<int> reads;  ///< indices of the tensors that the operation reads
    std::vector<int> writes;
    std::optional<StreamId> stream;  ///< stream that the operation was issued to, if any
    int gpu = -1;                    ///< GPU of a kernel
    double soloNs = 0;               ///< duration if the operation runs alone on its device
    double share = 0;                ///< fraction of the multiprocessors that the kernel uses
    bool isCopy = false;
    bool isBlocking = false;  ///< true for a pageable copy to the host
    Nanoseconds after{};      ///< time at which the push returned
};

/// Runs a random program. Equal arguments give equal programs.
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
    /// All values that exist at the end, if values are computed.
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
