#include "engine/frontend/detail/run_errors.h"

#include "engine/base/expect.h"
#include "engine/listing/notebook.h"
#include "engine/messages/messages.h"

#include <new>
#include <system_error>

namespace py = pybind11;

namespace engine::frontend {

Error toolError(const py::error_already_set& error)
{
    if (error.matches(PyExc_RecursionError))
        return makeError(ErrorCode::InvalidArgument, message("program.nested-too-deep"));
    return makeError(ErrorCode::Internal, message("run.failed", error.what()));
}

Error unforeseen(const std::exception& error)
{
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
        return makeError(ErrorCode::OutOfMemory, message("run.no-memory"));
    if (dynamic_cast<const std::system_error*>(&error) != nullptr)
        return makeError(ErrorCode::Unavailable, message("run.no-resources", error.what()));
    return makeError(ErrorCode::Internal, message("run.failed", error.what()));
}

Error syntaxError(const SyntaxProblem& problem, const std::string& source)
{
    const std::string place = listing::placeInNotebook(source, problem.line);
    return makeError(ErrorCode::InvalidArgument,
                     place.empty() ? message("program.syntax", problem.line, problem.message)
                                   : message("program.syntax-in-cell", problem.line, place, problem.message));
}

trace::ErrorRecord errorOf(const py::dict& raised, Nanoseconds now, const std::string& refusal)
{
    ENGINE_EXPECT(PyGILState_Check() == 1);
    trace::ErrorRecord record;
    record.time = now;
    record.line = raised["line"].cast<int>();
    record.type = raised["type"].cast<std::string>();
    record.message = raised["message"].cast<std::string>();
    record.traceback = raised["traceback"].cast<std::string>();
    if (record.type == "MemoryError" && record.message.empty() && !refusal.empty()) {
        record.message = refusal;
        if (record.traceback.ends_with("MemoryError\n"))
            record.traceback.insert(record.traceback.size() - 1, ": " + refusal);
    }
    return record;
}

}  // namespace engine::frontend
