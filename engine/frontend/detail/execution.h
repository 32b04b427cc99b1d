#pragma once

#include "engine/autograd/tape.h"
#include "engine/device/platform.h"
#include "engine/frontend/detail/output.h"
#include "engine/frontend/detail/statements.h"
#include "engine/frontend/program.h"

#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine::frontend {

/// What the front end itself does differently by option.
struct ExecutionOptions {
    Dialect dialect = Dialect::Torch;
    std::string fileName;                              ///< of the listing in tracebacks
    std::optional<std::vector<int>> visibleGpus;       ///< ordinals, as CUDA_VISIBLE_DEVICES; none: all
    std::optional<device::HostMemoryMode> hostMemory;  ///< of every copy; none: what the framework does
    bool synchronizesAll = false;                      ///< torch.cuda.synchronize() waits for every device
    bool readsNan = false;                             ///< of values that were not computed; else that is an error
    bool echo = false;
    std::uint64_t seed = 0;
    std::map<std::string, std::string> settings;  ///< parameters of the run that the dialects read: "data"
    std::map<std::int32_t, std::string> calls;    ///< sync points by line
    std::vector<StatementText> statements;
};

/// One run of one listing: what the native module works on while the program runs.
/// Thread: the program's, but for `isStopped`.
class Execution {
public:
    Execution(device::Platform& platform, trace::Sink& sink, ExecutionOptions options);

    [[nodiscard]] device::Platform& platform() { return m_platform; }
    [[nodiscard]] trace::Sink& sink() { return m_sink; }
    [[nodiscard]] const ExecutionOptions& options() const { return m_options; }
    [[nodiscard]] Statements& statements() { return m_statements; }
    [[nodiscard]] Output& output() { return m_output; }

    /// GPUs that the program sees, in its own numbering.
    [[nodiscard]] std::size_t gpuCount() const { return m_gpus.size(); }
    [[nodiscard]] DeviceId gpu(std::size_t ordinal) const { return m_gpus[ordinal]; }
    /// The program's number of a device: -1 for the CPU.
    [[nodiscard]] int ordinalOf(DeviceId device) const;
    [[nodiscard]] DeviceId cpu() const { return m_cpu; }
    /// The stream that was current when the run began.
    [[nodiscard]] StreamId defaultStream(DeviceId device) const { return m_defaultStreams.at(device.index); }

    /// The clock as the program reads it. A program that reads it again and again without doing anything else waits for
    /// time to pass, so on a virtual machine later readings of such a row cost modelled time.
    [[nodiscard]] Nanoseconds readClock();
    void didSomething() { m_idleReadings = 0; }

    /// The next stream of random numbers; seeding starts again from the same ones.
    [[nodiscard]] std::uint64_t nextRandomStream();
    void seedRandom(std::uint64_t seed);

    /// The wait that stands at `line` (a sync point's own text, or `fallback`).
    [[nodiscard]] device::WaitSite site(std::int32_t line, const std::string& fallback);
    [[nodiscard]] bool isSyncLine(std::int32_t line) const { return m_options.calls.contains(line); }

    void write(trace::OutputStream stream, std::string_view text);
    /// Says something about the run itself, beside what the program prints and as a note of the trace. What was said
    /// already is not said again: a program that trains twice loads its data twice.
    void announce(const std::string& sentence);
    /// As a warning of the trace only; once as well.
    void warn(const std::string& sentence);

    std::atomic<bool> isStopped = false;
    int currentGpu = 0;         ///< of the program's numbering: torch.cuda.set_device()
    bool isNumpyLike = false;   ///< npx.set_np()
    NameId phase;               ///< of the operations to come
    bool isRecording = false;   ///< autograd.record()
    bool isTraining = false;    ///< layers behave as in training
    int pausesInFunctions = 0;  ///< autograd.pause() within a function of the listing, whose phase stays
    autograd::Tape tape;

    /// "FullyConnectedBackward", for operations that no call of the dialect names.
    [[nodiscard]] NameId nameOf(ops::Operator op);

    /// A function of the listing is entered or left: its name is the phase meanwhile, the innermost one counts.
    void enterPhase(NameId name);
    void leavePhase();

    /// The step of this kind that is under way ends here, and so does every step within it.
    void endStep(trace::StepKind kind);
    /// Ends the one before and begins another. `count` 0: not known.
    void beginStep(trace::StepKind kind, std::int32_t index, std::int32_t count);
    /// "batch 23 of 40" of what is under way, or empty. No epochs: those are counted over all loops of a program.
    [[nodiscard]] std::string stepText() const;

    /// The text of an expression that is written over and over; `make` spells it the first time.
    template <typename Make>
    [[nodiscard]] NameId expression(std::string&& key, Make&& make)
    {
        const auto known = m_expressions.find(key);
        if (known != m_expressions.end())
            return known->second;
        if (m_expressions.size() >= 8192)
            m_expressions.clear();
        return m_expressions.emplace(std::move(key), m_statements.spell(make())).first->second;
    }
    bool hasReadNan = false;  ///< a value that was not computed

private:
    device::Platform& m_platform;
    trace::Sink& m_sink;
    ExecutionOptions m_options;
    Statements m_statements;
    Output m_output;
    std::vector<DeviceId> m_gpus;
    std::vector<StreamId> m_defaultStreams;  ///< by device
    DeviceId m_cpu{0};
    std::map<std::int32_t, NameId> m_callNames;
    std::uint64_t m_seed = 0;
    std::uint64_t m_randomStreams = 0;
    std::set<std::string> m_said;
    int m_idleReadings = 0;
    std::array<NameId, static_cast<std::size_t>(ops::Operator::Last) + 1> m_operatorNames;
    std::vector<NameId> m_outerPhases;
    std::array<std::optional<trace::StepRecord>, 2> m_steps;  ///< under way, by kind
    std::unordered_map<std::string, NameId> m_expressions;
};

}  // namespace engine::frontend
