#pragma once

#include "engine/autograd/tape.h"
#include "engine/device/platform.h"
#include "engine/frontend/detail/gradient_buckets.h"
#include "engine/frontend/detail/launch_graph.h"
#include "engine/frontend/detail/output.h"
#include "engine/frontend/detail/phases.h"
#include "engine/frontend/detail/random_streams.h"
#include "engine/frontend/detail/shape_names.h"
#include "engine/frontend/detail/statements.h"
#include "engine/frontend/detail/steps.h"
#include "engine/frontend/program.h"

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine::frontend {

/// Options of a program run that change the front end's behaviour.
struct ExecutionOptions {
    Dialect dialect = Dialect::Torch;
    std::string fileName;                              ///< name of the listing in tracebacks
    std::optional<std::vector<int>> visibleGpus;       ///< ordinals as in CUDA_VISIBLE_DEVICES; none: all GPUs
    std::optional<device::HostMemoryMode> hostMemory;  ///< mode for every copy; none: the framework's default
    bool synchronizesAll = false;                      ///< torch.cuda.synchronize() waits for every device
    std::optional<std::string> echo;                   ///< see RunRequest::echo
    std::uint64_t seed = 0;
    std::map<std::string, std::string> settings;  ///< parameters that the dialects read, such as "data"
    std::map<std::int32_t, std::string> calls;    ///< by source line: text of the sync point on the line
    std::vector<StatementText> statements;
    /// Writes an interval of the trace that was recorded so far (io::intervalOf()) to a file. The file name's ending
    /// selects the format.
    std::function<Status(const std::string& path, Nanoseconds begin, Nanoseconds end)> exportTrace;
};

/// The devices of a program run, with the numbers that the program uses.
class ProgramDevices {
public:
    ProgramDevices(device::Platform& platform, const std::optional<std::vector<int>>& visibleGpus);

    /// The GPUs visible to the program.
    [[nodiscard]] std::size_t gpuCount() const { return m_gpus.size(); }
    [[nodiscard]] DeviceId gpu(std::size_t ordinal) const { return m_gpus[ordinal]; }
    /// Returns the program's number of a device; -1 for the CPU.
    [[nodiscard]] int ordinalOf(DeviceId device) const;
    [[nodiscard]] DeviceId cpu() const { return m_cpu; }
    /// The device's stream that was current at the start of the program run.
    [[nodiscard]] StreamId defaultStream(DeviceId device) const { return m_defaultStreams.at(device.index); }

private:
    std::vector<DeviceId> m_gpus;
    std::vector<StreamId> m_defaultStreams;  ///< by device
    DeviceId m_cpu{0};
};

/// State that the program changes while it runs, such as gradient recording and the current GPU.
struct ProgramModes {
    int currentGpu = 0;        ///< number set by torch.cuda.set_device()
    bool isNumpyLike = false;  ///< set by npx.set_np()
    bool isRecording = false;  ///< inside autograd.record(), or PyTorch without no_grad()
    bool isTraining = false;   ///< layers use their training mode
    bool hasReadNan = false;   ///< the program has read a value that was not computed
    bool isOneCall = false;    ///< inside a function that is one call in the framework and several operations here
    bool isCallPaid = false;   ///< the function has issued an operation; its later ones cost no dispatch time
};

/// The state of one program run, which the native module uses while the program runs.
/// Threads: only the program's, except for `isStopped`.
class Execution {
public:
    Execution(device::Platform& platform, trace::Sink& sink, ExecutionOptions options);

    [[nodiscard]] device::Platform& platform() { return m_platform; }
    [[nodiscard]] trace::Sink& sink() { return m_sink; }
    [[nodiscard]] const ExecutionOptions& options() const { return m_options; }
    [[nodiscard]] Statements& statements() { return m_statements; }
    [[nodiscard]] ProgramTexts& texts() { return m_statements.texts(); }
    [[nodiscard]] Output& output() { return m_output; }

    /// Returns the time that the program reads. A program that only reads the clock, many times in a row, is probably
    /// waiting for a certain time. On a virtual machine, such readings cost modelled time, so that the wait ends.
    [[nodiscard]] Nanoseconds readClock();
    void noteActivity() { m_idleReadings = 0; }

    /// Describes the wait at `line`: the text of its sync point, or `fallback`.
    [[nodiscard]] device::WaitSite site(std::int32_t line, const std::string& fallback);
    [[nodiscard]] bool isSyncLine(std::int32_t line) const { return m_options.calls.contains(line); }

    void write(trace::OutputStream stream, std::string_view text);
    /// Prints a sentence about the program run itself to the program's error output and records it as a note. Repeated
    /// sentences are ignored: for example, a program that trains twice loads its data twice.
    void announce(const Message& sentence);
    /// Records a note or a warning in the trace, without printing it. Repeated sentences are ignored.
    void note(const Message& sentence) { record({.text = sentence}); }
    void warn(const Message& sentence) { record({.text = sentence, .isWarning = true}); }

    /// Issues an operation; during a capture, adds it to the LaunchGraph instead and returns an invalid id.
    [[nodiscard]] Result<OpId> push(const device::OpRequest& request);
    /// Releases a variable now, or when the last LaunchGraph that retains the variable is destroyed.
    void release(VariableId variable) noexcept;

    const ProgramDevices devices;
    ProgramModes modes;
    Captures captures;
    std::atomic<bool> isStopped = false;
    autograd::Tape tape;
    Phases phases;
    ShapeNames shapes;
    Steps steps;
    RandomStreams random;
    std::vector<std::shared_ptr<GradientBuckets>> buckets;  ///< one per neural net that is trained on several ranks

private:
    void record(trace::NoteRecord note);

    device::Platform& m_platform;
    trace::Sink& m_sink;
    ExecutionOptions m_options;
    Statements m_statements;
    Output m_output;
    std::set<std::string> m_said;
    int m_idleReadings = 0;
};

}  // namespace engine::frontend
