#include "engine/frontend/runner.h"

#include "engine/base/host_limits.h"
#include "engine/device/machine_choice.h"
#include "engine/device/rank_transport.h"
#include "engine/frontend/detail/interpreter.h"
#include "engine/frontend/detail/native.h"
#include "engine/frontend/detail/program_file.h"
#include "engine/frontend/detail/run_errors.h"
#include "engine/frontend/detail/run_options.h"
#include "engine/frontend/detail/stopper.h"
#include "engine/frontend/record_limit.h"
#include "engine/io/open_trace.h"
#include "engine/io/trace_interval.h"
#include "engine/listing/notebook.h"
#include "engine/listing/rewriter.h"
#include "engine/messages/messages.h"
#include "engine/trace/imported.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace py = pybind11;

namespace engine::frontend {

namespace {

/// Acquires the GIL for the scope; any thread may use it.
class GilLock {
public:
    GilLock() : m_state(PyGILState_Ensure()) {}
    ~GilLock() { PyGILState_Release(m_state); }
    GilLock(const GilLock&) = delete;
    GilLock& operator=(const GilLock&) = delete;

private:
    PyGILState_STATE m_state;
};

std::string fileNameOf(const Program& program)
{
    if (!program.path)
        return (program.id.empty() ? std::string("listing") : program.id) + ".py";
    // A file name may contain any bytes, but texts of Python and of the trace must be Unicode.
    const auto text = py::reinterpret_steal<py::str>(
        PyUnicode_DecodeUTF8(program.path->data(), static_cast<Py_ssize_t>(program.path->size()), "replace"));
    return text ? text.cast<std::string>() : *program.path;
}

/// Converts a path or an argument to a Python text. Undecodable bytes must be preserved.
py::object systemText(const std::string& bytes)
{
    PyObject* const text = PyUnicode_DecodeFSDefaultAndSize(bytes.data(), static_cast<Py_ssize_t>(bytes.size()));
    if (text == nullptr)
        throw py::error_already_set();
    return py::reinterpret_steal<py::object>(text);
}

/// Returns the folder with the program's own modules.
py::object folderOf(const Program& program)
{
    return systemText(program.path ? std::filesystem::absolute(*program.path).parent_path().string() : std::string());
}

listing::Rewriting rewritingOf(const RunRequest& request, const RunSettings& settings)
{
    return {request.source,
            fileNameOf(request.program),
            dialectName(request.dialect),
            request.off,
            request.on,
            settings.literals,
            request.program.sources.empty() ? std::string{} : usualImports(request.dialect),
            request.program.file && request.program.file->isNotebook ? request.program.file->bytes : std::string{}};
}

/// Ends the threads that the program did not join. Returns a warning about them, or an empty message.
Message endThreads()
try {
    const py::object sentence = py::module_::import("overlap_running").attr("end_threads")();
    return sentence.is_none() ? Message() : Message(sentence.cast<std::string>());
} catch (const std::exception& error) {
    return message("run.note.threads-left", error.what());
}

trace::RunInfo infoOf(const RunRequest& request, const RunSettings& settings, const device::MachineChoice& choice,
                      std::string machineLabel)
{
    trace::RunInfo info;
    info.program = request.program.id;
    info.title = request.program.title;
    info.section = request.program.section;
    info.source = request.source;
    info.dialect = dialectName(request.dialect);
    info.machine = device::nameOf(choice);
    info.machineLabel = std::move(machineLabel);
    info.platform = choice.machine == trace::kThisComputer ? trace::PlatformKind::Real : trace::PlatformKind::Virtual;
    info.values = info.platform == trace::PlatformKind::Real ? trace::ValueMode::Computed : settings.platform.values;
    info.seed = request.seed;
    for (const auto& [lines, isOn] : {std::pair(&request.off, false), std::pair(&request.on, true)})
        for (const int line : *lines)
            info.switches.emplace_back(line, isOn);
    for (const int line : linesOff(request.program, request.dialect))
        if (std::ranges::find(request.off, line) == request.off.end())
            info.switches.emplace_back(line, true);
    std::sort(info.switches.begin(), info.switches.end());
    info.parameters = settings.all;
    // The trace states the number of ranks that actually run, even if the program's parameter differs.
    const bool isNamed =
        std::erase_if(info.parameters, [](const auto& parameter) { return parameter.first == "ranks"; }) > 0;
    if (isNamed || request.transport != nullptr)
        info.parameters.emplace_back(
            "ranks", std::to_string(request.transport != nullptr ? request.transport->place().count : 1));
    return info;
}

/// Whether the environment selects MXNet's NaiveEngine, which runs each operation when it is issued.
bool isNaiveEngineSet()
{
    const char* const type = std::getenv("MXNET_ENGINE_TYPE");
    return type != nullptr && std::string_view(type) == "NaiveEngine";
}

ExecutionOptions optionsOf(const RunRequest& request, const RunSettings& settings,
                           listing::InstrumentedListing prepared, trace::Recorder& recorder)
{
    ExecutionOptions options;
    options.dialect = request.dialect;
    options.fileName = fileNameOf(request.program);
    options.visibleGpus = settings.visibleGpus;
    options.hostMemory = settings.hostMemory;
    options.synchronizesAll = settings.synchronizesAll;
    options.settings = {settings.all.begin(), settings.all.end()};
    options.echo = request.echo;
    options.seed = request.seed;
    options.calls = std::move(prepared.calls);
    options.statements = std::move(prepared.statements);
    options.exportTrace = [&recorder](const std::string& path, Nanoseconds begin, Nanoseconds end) {
        return io::saveTraceAs(*io::intervalOf(*recorder.snapshot(), begin, end), path);
    };
    return options;
}

/// Attaches the native module to a program run. The destructor detaches the module, drops the objects that the run left
/// in Python, and restores Python's state unless the process ends (`isLast`). The GIL must be held.
class AttachedExecution {
public:
    AttachedExecution(Native& module, Execution& execution, bool isLast)
        : m_module(module), m_execution(execution), m_isLast(isLast)
    {
        ++module.generation;
        module.thread = PyThread_get_thread_ident();
        module.hasRefusedThread = false;
        module.views.clear();
        Py_CLEAR(module.failure);
        module.execution = &execution;
    }
    ~AttachedExecution()
    {
        m_module.execution = nullptr;
        try {
            py::module_::import("overlap_running").attr("clean")(m_isLast);
        } catch (const std::exception& error) {
            m_execution.sink().write(trace::NoteRecord{.time = m_execution.platform().now(),
                                                       .text = message("run.note.not-cleaned", error.what()),
                                                       .isWarning = true});
        }
    }
    AttachedExecution(const AttachedExecution&) = delete;
    AttachedExecution& operator=(const AttachedExecution&) = delete;

private:
    Native& m_module;
    Execution& m_execution;
    bool m_isLast;
};

}  // namespace

struct Runner::State {
    Paths paths;
    device::PlatformFactory factory;
    MachineLabel machineLabel = [](const std::string& machine) { return Result(machine); };
    std::unique_ptr<Interpreter> interpreter;
    std::vector<Program> programs;

    struct CurrentRun {
        device::Platform* platform = nullptr;
        Execution* execution = nullptr;
        Stopper* stopper = nullptr;
    };
    /// State of a program run before it becomes current, while the listing is read and the machine is opened. Opening
    /// may take seconds with GPUs.
    enum class Opening : std::uint8_t { No, UnderWay, Stopped };
    std::mutex mutex;  ///< guards current and opening
    CurrentRun current;
    Opening opening = Opening::No;
    std::mutex running;  ///< locked during a run, so that runs do not overlap

    struct PreparedListing {
        listing::Rewriting rewriting;
        listing::InstrumentedListing listing;
    };
    std::optional<PreparedListing> next;  ///< for the next run; guarded by the GIL

    void beginOpening()
    {
        const std::lock_guard lock(mutex);
        opening = Opening::UnderWay;
    }
    /// Makes `now` the run that stop() ends. Returns whether stop() was called since beginOpening().
    [[nodiscard]] bool setCurrent(CurrentRun now)
    {
        const std::lock_guard lock(mutex);
        current = now;
        return std::exchange(opening, Opening::No) == Opening::Stopped;
    }

    /// Calls beginOpening(). After the destructor no program run is current, also after an error.
    class OpeningScope {
    public:
        explicit OpeningScope(State& state) : m_state(state) { m_state.beginOpening(); }
        ~OpeningScope() { static_cast<void>(m_state.setCurrent({})); }
        OpeningScope(const OpeningScope&) = delete;
        OpeningScope& operator=(const OpeningScope&) = delete;

    private:
        State& m_state;
    };

    /// Call from any thread that does not hold the GIL. Does not wait for the end of the run.
    void stop()
    {
        const std::lock_guard lock(mutex);
        if (opening != Opening::No)
            opening = Opening::Stopped;
        if (current.execution == nullptr)
            return;
        current.execution->isStopped = true;
        current.platform->cancel();
        current.stopper->stop();
    }

    /// Makes stop() end this program run. After the destructor, stop() has no effect, and no exception that it raised
    /// is pending.
    class StopScope {
    public:
        StopScope(State& state, Execution& execution, Native& module)
            : m_state(state),
              m_stopper(module.thread, module.stopped),
              m_wasStopped(state.setCurrent({&execution.platform(), &execution, &m_stopper}))
        {
        }
        ~StopScope()
        {
            static_cast<void>(m_state.setCurrent({}));
            m_stopper.end();
            PyThreadState_SetAsyncExc(PyThread_get_thread_ident(), nullptr);
            if (PyErr_CheckSignals() != 0)
                PyErr_Clear();
        }
        StopScope(const StopScope&) = delete;
        StopScope& operator=(const StopScope&) = delete;

        /// Whether stop() was called before the run became current.
        [[nodiscard]] bool wasStopped() const { return m_wasStopped; }

    private:
        State& m_state;
        Stopper m_stopper;
        bool m_wasStopped;
    };

    struct End {
        bool raised = false;
        bool stopped = false;
        Message remark;  ///< RunOutcome::remark
    };
    /// Executes the listing's code.
    End runListing(const RunRequest& request, const py::object& code, Execution& execution);
    /// Executes the listing's code; stop() or RecordLimit may end it.
    End runStoppably(const RunRequest& request, const py::object& code, Execution& execution,
                     trace::Recorder& recorder);
    /// Runs the program from the first statement to the end of the work that it issued.
    End execute(const RunRequest& request, listing::InstrumentedListing prepared, const RunSettings& settings,
                device::Platform& platform, trace::Recorder& recorder);
};

Runner::Runner(std::unique_ptr<State> state) : m_state(std::move(state)) {}

Runner::~Runner()
{
    const GilLock lock;
    m_state->next.reset();
}

Result<std::unique_ptr<Runner>> Runner::create(Paths paths, device::PlatformFactory factory, MachineLabel machineLabel)
{
    auto state = std::make_unique<State>();
    auto programs = readWorkloads(paths.workloads);
    if (!programs)
        return std::move(programs).error();
    state->programs = *std::move(programs);
    // Only stop() uses Python's SIGINT handler, which the module `signal` installs. The disposition of SIGINT that the
    // process had stays in effect, also while Python starts.
    struct sigaction own = {};
    sigaction(SIGINT, nullptr, &own);
    auto interpreter =
        Interpreter::start(paths.python, paths.standardLibrary.empty() ? OVERLAP_PYTHON_STDLIB : paths.standardLibrary);
    if (!interpreter)
        return std::move(interpreter).error();
    state->interpreter = *std::move(interpreter);
    state->paths = std::move(paths);
    state->factory = std::move(factory);
    if (machineLabel)
        state->machineLabel = std::move(machineLabel);
    const GilLock lock;
    try {
        static_cast<void>(py::module_::import("signal"));
        sigaction(SIGINT, &own, nullptr);
        py::list folders;
        for (const std::filesystem::path& folder : state->paths.python)
            folders.append(folder.string());
        const py::module_ running = py::module_::import("overlap_running");
        running.attr("start")(folders);
        running.attr("handle_interrupts")();
        sigaction(SIGINT, &own, nullptr);
    } catch (py::error_already_set& error) {
        return makeError(ErrorCode::Unavailable, message("python.dialects-not-loaded", error.what()));
    }
    return std::unique_ptr<Runner>(new Runner(std::move(state)));
}

const std::vector<Program>& Runner::programs() const
{
    return m_state->programs;
}

Result<Program> Runner::load(const std::string& idOrPath) const
{
    for (const Program& program : m_state->programs)
        if (program.id == idOrPath)
            return program;
    std::error_code ignored;
    const std::filesystem::path path(idOrPath);
    if (std::filesystem::exists(path, ignored) || path.has_extension())
        if (std::filesystem::exists(path, ignored) || path.extension() == ".py" || path.extension() == ".ipynb")
            return readProgramFile(path);
    std::vector<std::string> ids;
    for (const Program& program : m_state->programs)
        ids.push_back(program.id);
    return makeError(ErrorCode::NotFound, message("program.unknown", idOrPath, messages::list(ids)));
}

namespace {

/// Acquires the GIL and calls `read`, which reads a listing. Converts exceptions of `read` to an Error.
auto readListing(const std::string& source, std::optional<SyntaxProblem>* problem, auto read)
    -> Result<decltype(read())>
{
    const GilLock lock;
    try {
        return read();
    } catch (py::error_already_set& error) {
        if (!listing::isAboutTheListing(error))
            return toolError(error);
        const SyntaxProblem found = listing::problemOf(error);
        if (problem != nullptr)
            *problem = found;
        return syntaxError(found, source);
    } catch (const std::exception& error) {
        return unforeseen(error);
    }
}

}  // namespace

Result<std::vector<SyncPoint>> Runner::syncPoints(const std::string& source, Dialect dialect,
                                                  std::optional<SyntaxProblem>* problem)
{
    return readListing(source, problem, [&] { return listing::findSyncPoints(source, dialectName(dialect)); });
}

Result<std::vector<Insertion>> Runner::insertions(const std::string& source, Dialect dialect)
{
    return readListing(source, nullptr, [&] { return listing::findInsertions(source, dialectName(dialect)); });
}

Result<std::vector<Lever>> Runner::levers(const std::string& source, Dialect dialect)
{
    return readListing(source, nullptr, [&] { return listing::findLevers(source, dialectName(dialect)); });
}

Runner::State::End Runner::State::runListing(const RunRequest& request, const py::object& code, Execution& execution)
{
    interpreter->memory().beginRun();
    End end;
    const auto record = [&](trace::ErrorRecord error, int raisingLine) {
        if (request.transport != nullptr)
            request.transport->reportError(error.type, raisingLine);
        execution.sink().write(std::move(error));
        end.raised = true;
    };
    const auto fail = [&](const std::string& type, const std::string& text) {
        const int line = execution.statements().line();
        record({execution.platform().now(), line, type, text, type + ": " + text + "\n", {}}, line);
    };
    try {
        py::list arguments;
        if (const auto typed = request.parameters.find("arguments"); typed != request.parameters.end())
            arguments = py::module_::import("shlex").attr("split")(systemText(typed->second));
        for (const std::string& argument : request.arguments)
            arguments.append(systemText(argument));
        const py::object raised =
            py::module_::import("overlap_running")
                .attr("execute")(code, fileNameOf(request.program), request.source, dialectName(request.dialect),
                                 request.seed, folderOf(request.program), arguments, request.environment);
        if (!raised.is_none()) {
            const auto description = raised.cast<py::dict>();
            trace::ErrorRecord error =
                errorOf(description, execution.platform().now(), interpreter->memory().refusal());
            if (const std::string place = listing::placeInNotebook(request.source, error.line);
                !place.empty() && request.program.path && request.program.path->ends_with(".ipynb"))
                error.traceback += "Line " + std::to_string(error.line) + " is " + place + ".\n";
            record(std::move(error), description["raised"].cast<int>());
        }
    } catch (py::error_already_set& error) {
        end.stopped = error.matches(native()->stopped);
        if (!end.stopped)
            fail("Error", error.what());
    } catch (const std::exception& error) {
        // If Python could not allocate an object, pybind11 throws another exception than std::bad_alloc, so the memory
        // guard is queried too.
        const std::string refusal = interpreter->memory().refusal();
        const bool isMemory = !refusal.empty() || dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
        fail(isMemory ? "MemoryError" : "Error", refusal.empty() ? error.what() : refusal);
    }
    return end;
}

Runner::State::End Runner::State::runStoppably(const RunRequest& request, const py::object& code, Execution& execution,
                                               trace::Recorder& recorder)
{
    const StopScope scope(*this, execution, *native());
    if (scope.wasStopped()) {
        execution.isStopped = true;
        execution.platform().cancel();
        return {};
    }
    RecordLimit::Limits limits = RecordLimit::ofThisComputer();
    if (!limits.remark.empty())
        execution.warn(limits.remark);
    RecordLimit limit(recorder, std::move(limits), [this] { stop(); });
    const End end = runListing(request, code, execution);
    if (const Message reached = withoutGil([&] { return limit.end(); }); !reached.empty())
        execution.warn(reached);
    return end;
}

Runner::State::End Runner::State::execute(const RunRequest& request, listing::InstrumentedListing prepared,
                                          const RunSettings& settings, device::Platform& platform,
                                          trace::Recorder& recorder)
{
    const py::object code = std::move(prepared.code);
    Execution execution(platform, recorder, optionsOf(request, settings, std::move(prepared), recorder));
    const bool isLast = request.transport != nullptr;  // the process of a rank runs one program
    const AttachedExecution attached(*native(), execution, isLast);

    End end = runStoppably(request, code, execution, recorder);
    end.stopped = end.stopped || execution.isStopped;
    end.raised = end.raised && !end.stopped;
    if (const Message stopped = execution.steps.stoppedIn(); end.stopped && !stopped.empty())
        execution.announce(stopped);
    if (const Message threads = endThreads(); !end.stopped && !threads.empty())
        recorder.write(trace::NoteRecord{.time = platform.now(), .text = threads, .isWarning = true});
    execution.steps.end(trace::StepKind::Epoch, platform.now());
    execution.statements().end();
    end.remark = execution.statements().pythonRemark();
    execution.output().flush(platform.now(), execution.statements().line());
    withoutGil([&] { platform.finish(); });
    return end;
}

Result<RunOutcome> Runner::run(const RunRequest& request, trace::Recorder& recorder)
try {
    const std::lock_guard alone(m_state->running);
    const State::OpeningScope opening(*m_state);
    auto settings = settingsOf(request);
    if (!settings)
        return std::move(settings).error();
    settings->platform.transport = request.transport;
    settings->platform.values = request.values.value_or(request.program.values.value_or(trace::ValueMode::Computed));
    if (!request.parameters.contains("valueThreads") && settings->platform.values == trace::ValueMode::Computed)
        settings->platform.valueThreads = std::min(usableCores(), 16);
    const GilLock lock;
    const auto earlier = std::exchange(m_state->next, std::nullopt);
    const listing::Rewriting rewriting = rewritingOf(request, *settings);
    auto prepared = earlier && earlier->rewriting == rewriting
                        ? Result<listing::InstrumentedListing>(earlier->listing)
                        : readListing(request.source, nullptr, [&] { return listing::instrument(rewriting); });
    if (!prepared)
        return std::move(prepared).error();
    if (request.dialect == Dialect::MXNet && !request.parameters.contains("policy") &&
        (prepared->isNaive || isNaiveEngineSet())) {
        settings->platform.policy = device::EnginePolicy::Naive;
        settings->all.emplace_back("policy", "naive");
    }
    auto choice = device::machineChoice(request.machine);
    if (!choice)
        return std::move(choice).error();
    choice->isTf32 = choice->isTf32 || (settings->isTf32 && choice->machine == trace::kThisComputer);
    const std::string machine = device::nameOf(*choice);
    const auto label = m_state->machineLabel(machine);
    if (!label)
        return Error(label.error());
    recorder.write(std::make_shared<const trace::RunInfo>(infoOf(request, *settings, *choice, *label)));
    auto platform = withoutGil([&] { return m_state->factory(machine, settings->platform, recorder); });
    if (!platform)
        return std::move(platform).error();
    if (Status status = checkGpus(*settings, machine, **platform); !status && request.parameters.contains("devices"))
        return std::move(status).error();
    const State::End end = m_state->execute(request, *std::move(prepared), *settings, **platform, recorder);
    withoutGil([&] {
        platform->reset();
        recorder.finish();
    });
    return RunOutcome{recorder.snapshot(), end.raised, end.stopped, end.remark};
} catch (const std::exception& error) {
    return unforeseen(error);
}

Status Runner::prepare(const RunRequest& request)
try {
    const std::lock_guard alone(m_state->running);
    const auto settings = settingsOf(request);
    if (!settings)
        return settings.error();
    if (const auto label = m_state->machineLabel(request.machine); !label)  // also reads the machine's file into memory
        return Error(label.error());
    const GilLock lock;
    const listing::Rewriting rewriting = rewritingOf(request, *settings);
    if (m_state->next && m_state->next->rewriting == rewriting)
        return {};
    auto listing = readListing(request.source, nullptr, [&] { return listing::instrument(rewriting); });
    if (!listing)
        return std::move(listing).error();
    m_state->next = State::PreparedListing{rewriting, *std::move(listing)};
    return {};
} catch (const std::exception& error) {
    return unforeseen(error);
}

Result<int> Runner::fork()
{
    const GilLock lock;
    PyOS_BeforeFork();
    const int child = ::fork();
    const int reason = errno;
    if (child == 0)
        PyOS_AfterFork_Child();
    else
        PyOS_AfterFork_Parent();
    if (child < 0)
        return makeError(ErrorCode::Unavailable, message("run.no-resources", std::strerror(reason)));
    return child;
}

bool Runner::isRunning() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->current.execution != nullptr;
}

void Runner::stop()
{
    m_state->stop();
}

}  // namespace engine::frontend
