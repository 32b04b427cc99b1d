#pragma once

#include "engine/device/platform.h"
#include "engine/frontend/program.h"
#include "engine/listing/replaced_numbers.h"
#include "engine/trace/recorder.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace engine::frontend {

struct RunRequest {
    Program program;
    Dialect dialect = Dialect::Torch;
    std::string source;  ///< the listing as it stands in the editor
    std::string machine = "book-v100";
    std::map<std::string, std::string> parameters;  ///< overrides by name
    std::vector<int> off;                           ///< lines whose sync points are off
    std::vector<int> on;                            ///< lines whose sync points are on though the listing has them off
    std::optional<trace::ValueMode> values;         ///< none: the program's default
    std::uint64_t seed = 0;
    bool echoToStandardStreams = false;  ///< overlap-run: what the program prints goes to stdout and stderr as well
};

struct RunOutcome {
    trace::TracePtr trace;
    bool raised = false;   ///< the program ended with an exception
    bool stopped = false;  ///< by stop()
};

/// The embedded Python of this process and what runs in it. One per process; one run at a time.
class Runner {
public:
    struct Paths {
        std::vector<std::filesystem::path>
            python;                       ///< folders of our packages: dialects, overlap_listing, overlap_running
        std::filesystem::path workloads;  ///< resources/workloads
        std::filesystem::path standardLibrary = {};  ///< of Python; empty: where it was at build time
    };
    /// How a machine is called in a trace; none: its id.
    using MachineLabel = std::function<std::string(const std::string& machine)>;

    /// Starts Python. Errors: NotFound, with a sentence, if its standard library is not there.
    [[nodiscard]] static Result<std::unique_ptr<Runner>> create(Paths paths, device::PlatformFactory factory,
                                                                MachineLabel machineLabel = {});
    ~Runner();

    /// The chapter's programs in the order of the tree.
    [[nodiscard]] const std::vector<Program>& programs() const;
    /// A built-in by id, or a .py or .ipynb by path (as one listing with `# %%` cells).
    [[nodiscard]] Result<Program> load(const std::string& idOrPath) const;

    /// Any thread; a few ms. An unfinished listing yields its SyntaxProblem.
    [[nodiscard]] Result<std::vector<SyncPoint>> syncPoints(const std::string& source, Dialect dialect,
                                                            std::optional<SyntaxProblem>* problem = nullptr);

    /// Runs on the calling thread until the program ends. Records go to `recorder`, which may be watched meanwhile.
    /// Errors: only what kept the run from starting (unknown machine, bad parameter, syntax error); what happens in the
    /// program is part of the trace.
    [[nodiscard]] Result<RunOutcome> run(const RunRequest& request, trace::Recorder& recorder);

    /// Any thread; returns at once. The run under way ends within 0.5 s, also in an endless loop. One call of Python's
    /// own that neither comes back nor looks for signals, such as sum(range(10**10)), cannot be ended from outside.
    void stop();
    /// Any thread. A program is being executed.
    [[nodiscard]] bool isRunning() const;

    /// Writes a listing as a .py, or with `# %%` cells as a Jupyter notebook, by the name's ending. With `opened`, the
    /// file that the listing shows: unchanged if the listing is, else the notebook as nbformat writes it, or the script
    /// with its line ends. Without, a listing that imports nothing gets the usual imports. Returns what was written;
    /// the old file is untouched unless all of it was. Errors: InputOutput, BadFile.
    [[nodiscard]] static Result<OpenedFile> save(const std::string& source, Dialect dialect,
                                                 const std::filesystem::path& path, const OpenedFile* opened = nullptr);

private:
    struct State;
    explicit Runner(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

using listing::ReplacedNumber;

/// The numbers of the listing that the request's parameters replace; unchanged ones are left out.
/// Errors: as a run of it would give for its parameters.
[[nodiscard]] Result<std::vector<ReplacedNumber>> replacedNumbers(const RunRequest& request);

}  // namespace engine::frontend
