#pragma once

#include "engine/device/platform.h"
#include "engine/frontend/program.h"
#include "engine/listing/replaced_numbers.h"
#include "engine/trace/recorder.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace engine::frontend {

/// A program, and the options with which to run it.
struct RunRequest {
    Program program;
    Dialect dialect = Dialect::Torch;
    std::string source;  ///< the listing as shown in the editor
    std::string machine = "book-v100";
    std::map<std::string, std::string> parameters;  ///< overrides by name
    std::vector<int> off;                           ///< lines whose sync points are off
    std::vector<int> on;                            ///< lines whose sync points are off in the listing, but executed
    std::optional<trace::ValueMode> values;         ///< none: the mode of the program
    std::uint64_t seed = 0;
    std::vector<std::string> arguments;              ///< arguments of the program in sys.argv, without its name
    std::map<std::string, std::string> environment;  ///< variables that the program finds in os.environ
    /// If set, the program's output is also written to stdout and stderr, with this tag before each line; used by
    /// overlap-run.
    std::optional<std::string> echo;
    device::RankTransport* transport = nullptr;  ///< connection with the other ranks; null: one rank
};

/// The result of a program run that could start.
struct RunOutcome {
    trace::TracePtr trace;
    bool raised = false;   ///< the program ended with an exception
    bool stopped = false;  ///< stop() ended the program run
    /// A message if the program's own Python code took long, although it takes no modelled time; else empty. The
    /// message depends on this computer, so it is not in the trace.
    Message remark{};
};

/// The embedded Python of this process, which runs programs. One instance per process; one program run at a time.
///
///     auto runner = Runner::create(paths, factory);
///     RunRequest request;
///     request.program = *(*runner)->load("13.3.1");
///     request.source = request.program.sources.at(request.dialect);
///     trace::Recorder recorder;
///     const auto outcome = (*runner)->run(request, recorder);  // outcome->trace: the records; ->raised: it failed
class Runner {
public:
    struct Paths {
        std::vector<std::filesystem::path>
            python;                       ///< folders of our packages: dialects, overlap_listing, overlap_running
        std::filesystem::path workloads;  ///< resources/workloads
        /// Folder of Python's standard library; empty: the path at build time.
        std::filesystem::path standardLibrary = {};
    };
    /// Returns the name of a machine for the trace. Without this function, the trace contains the machine's id. Errors:
    /// there is no such machine.
    using MachineLabel = std::function<Result<std::string>(const std::string& machine)>;

    /// Reads the built-in programs and starts Python. Errors: NotFound if these programs, our Python packages or
    /// Python's standard library are missing; BadFile for an invalid program; Unavailable if Python does not start.
    [[nodiscard]] static Result<std::unique_ptr<Runner>> create(Paths paths, device::PlatformFactory factory,
                                                                MachineLabel machineLabel = {});
    ~Runner();

    /// The built-in programs, in the order of the program tree.
    [[nodiscard]] const std::vector<Program>& programs() const;
    /// Loads a built-in program by id, or a .py or .ipynb file by path (a notebook becomes one listing with `# %%`
    /// cells).
    [[nodiscard]] Result<Program> load(const std::string& idOrPath) const;

    /// Returns the calls of a listing that can make the program wait. Any thread; takes a few ms. Errors:
    /// InvalidArgument if the listing is not valid Python; `problem` is then set.
    [[nodiscard]] Result<std::vector<SyncPoint>> syncPoints(const std::string& source, Dialect dialect,
                                                            std::optional<SyntaxProblem>* problem = nullptr);

    /// The waits that can be inserted into a listing, sorted by line. Threads and errors: as syncPoints().
    [[nodiscard]] Result<std::vector<Insertion>> insertions(const std::string& source, Dialect dialect);

    /// The arguments of calls in a listing that a user can change, such as a device or a batch size, sorted by line and
    /// name. Waits are not included: see syncPoints(), also for threads and errors.
    [[nodiscard]] Result<std::vector<Lever>> levers(const std::string& source, Dialect dialect);

    /// Runs the program on the calling thread. Records go to `recorder`, which may be read during the run. Errors: only
    /// those that prevent the start of the run (unknown machine, invalid parameter, syntax error); errors of the
    /// program itself are recorded in the trace.
    [[nodiscard]] Result<RunOutcome> run(const RunRequest& request, trace::Recorder& recorder);

    /// Reads the listing of `request` in advance: the next run() of an equal listing does not read it again, also in
    /// processes that fork() creates. Errors: those of run() for the machine, the listing and the parameters.
    [[nodiscard]] Status prepare(const RunRequest& request);

    /// Duplicates this process with its Python, like fork(). Call it before the first run(); only the calling thread
    /// continues in the child. Errors: Unavailable.
    [[nodiscard]] Result<int> fork();

    /// Any thread; does not wait. The current program run usually ends within 0.5 s, even in an endless loop. A single
    /// call of a Python built-in that does not check for signals, such as sum(range(10**10)), cannot be interrupted.
    void stop();
    /// Any thread. Whether a program is being executed.
    [[nodiscard]] bool isRunning() const;

    /// Writes a listing as a .py file, or as a Jupyter notebook with `# %%` cells, according to the name's ending.
    /// `opened`: the file that the listing shows. An unchanged listing gives the same bytes; a changed notebook is
    /// written as nbformat writes it, a changed script keeps its line ends. Without `opened`, a listing without imports
    /// gets the usual imports. Returns the bytes written; if writing fails, the old file is unchanged. Errors:
    /// InputOutput, BadFile.
    [[nodiscard]] static Result<OpenedFile> save(const std::string& source, Dialect dialect,
                                                 const std::filesystem::path& path, const OpenedFile* opened = nullptr);

private:
    struct State;
    explicit Runner(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Adds the parameters of "n=1000,devices=0,1": a part without an equals sign continues the previous value. Does not
/// check names and values. Errors: InvalidArgument.
[[nodiscard]] Status addParameters(const std::string& text, std::map<std::string, std::string>& parameters);

using listing::ReplacedNumber;

/// Returns the numbers of the listing that the request's parameters replace by other values. Errors: those that run()
/// returns for the parameters.
[[nodiscard]] Result<std::vector<ReplacedNumber>> replacedNumbers(const RunRequest& request);

}  // namespace engine::frontend
