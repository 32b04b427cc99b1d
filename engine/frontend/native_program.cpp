#include "engine/device/ranks.h"
#include "engine/frontend/detail/native_calls.h"

#include <pthread.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace py = pybind11;

namespace engine::frontend {

namespace {

/// Sleeps, and records the sleep as the program's call `call`, unless `call` is empty.
void sleepFor(double seconds, const std::string& call)
{
    Execution* execution = native() == nullptr ? nullptr : native()->execution;
    if (std::isnan(seconds))
        throw py::value_error("Invalid value NaN (not a number)");
    if (seconds < 0)
        throw py::value_error("sleep length must be non-negative");
    if (execution == nullptr)
        throw std::runtime_error("sleep() works while a program runs");
    execution = &currentExecution();
    execution->noteActivity();
    const std::int32_t line = call.empty() ? 0 : innermostLine(*execution);
    const auto setSleep = [&](std::int32_t place) {
        if (device::Ranks* const ranks = execution->platform().ranks())
            check(ranks->setSleep(place));
    };
    const Nanoseconds begin = execution->platform().now();
    const auto end = [&] {
        setSleep(0);
        if (const Nanoseconds now = execution->platform().now(); !call.empty() && now > begin)
            execution->sink().write(trace::HostRecord{begin, now, line, execution->sink().intern(call), {}, {}});
    };
    setSleep(line);
    if (execution->platform().kind() == trace::PlatformKind::Virtual) {
        execution->platform().sleep(fromSeconds(std::min(seconds, 1e9)));
        end();
        return;
    }
    // Sleeps in slices, so that the program run can be stopped.
    for (double left = seconds; left > 0; left -= 0.05) {
        withoutGil([&] { execution->platform().sleep(fromSeconds(std::min(left, 0.05))); });
        execution = &currentExecution();
        setSleep(line);
    }
    end();
}

/// Returns the stack size in bytes that the calling thread had at its start; 0: unknown.
std::size_t stackSize()
{
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return 0;
    void* begin = nullptr;
    std::size_t size = 0;
    if (pthread_attr_getstack(&attributes, &begin, &size) != 0)
        size = 0;
    pthread_attr_destroy(&attributes);
    return size;
}

}  // namespace

void defineProgram(py::module_& module)
{
    // False in other threads of the program, which use Python's own clock.
    module.def("has_run", [] {
        const Native* it = native();
        return it != nullptr && it->execution != nullptr && it->thread == PyThread_get_thread_ident();
    });
    module.def("is_virtual", [] { return currentExecution().platform().kind() == trace::PlatformKind::Virtual; });
    module.def("clock", [] { return currentExecution().readClock().count(); });
    module.def("sleep", sleepFor, py::arg("seconds"), py::arg("call") = "");
    module.def("stack_size", stackSize);
    module.def("raise_in", [](unsigned long thread, const py::object& exception) {
        PyThreadState_SetAsyncExc(thread, exception.ptr());
    });
    module.def("has_refused_thread", [] { return currentNative().hasRefusedThread; });
    module.def("write", [](int stream, const py::str& text) {
        if (stream < 0 || stream > static_cast<int>(trace::OutputStream::Result))
            throw py::value_error("there is no such output");
        Execution* execution = native() == nullptr ? nullptr : native()->execution;
        Py_ssize_t size = 0;
        const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
        if (bytes == nullptr) {
            PyErr_Clear();  // the text has lone surrogates, which are replaced below
            const auto safe = text.attr("encode")("utf-8", "replace").cast<std::string>();
            if (execution != nullptr)
                execution->write(static_cast<trace::OutputStream>(stream), safe);
            return;
        }
        if (execution != nullptr)
            execution->write(static_cast<trace::OutputStream>(stream), {bytes, static_cast<std::size_t>(size)});
    });
    module.def("print_results", [] { currentExecution().output().echoResults(); });
    // Called for the signal that interrupts Python built-ins when the run is stopped.
    module.def("interrupted", [] {
        const Native* it = native();
        if (it == nullptr || it->execution == nullptr || !it->execution->isStopped || it->delaysStop)
            return;
        PyErr_SetNone(it->stopped);
        throw py::error_already_set();
    });
    module.def("flush", [] {
        if (Execution* execution = native() == nullptr ? nullptr : native()->execution)
            execution->output().flush(execution->platform().now(), execution->statements().line());
    });
    module.def("export_trace", [](const py::object& file, std::int64_t begin, std::int64_t end) {
        Execution& execution = currentExecution();
        const std::string path = pathOf(file);
        check(withoutGil([&] { return execution.options().exportTrace(path, Nanoseconds{begin}, Nanoseconds{end}); }));
    });
    module.def("note", [](const std::string& text) { currentExecution().warn(Message(text)); });
    // Prints a message about an option that the user chose, once; the message is not an error.
    module.def("announce", [](const std::string& text) { currentExecution().announce(Message(text)); });
}

}  // namespace engine::frontend
