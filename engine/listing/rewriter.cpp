#include "engine/listing/rewriter.h"

#include "engine/base/expect.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace engine::listing {

namespace {

namespace py = pybind11;

py::module_ package()
{
    return py::module_::import("overlap_listing");
}

}  // namespace

std::vector<SyncPoint> findSyncPoints(const std::string& source, const char* dialect)
{
    std::vector<SyncPoint> points;
    const py::list found = package().attr("sync_points")(source, dialect);
    for (const py::handle entry : found) {
        const auto point = entry.cast<py::tuple>();
        points.push_back({point[0].cast<int>(), point[1].cast<std::string>(), point[2].cast<bool>(),
                          point[3].cast<bool>(), point[4].cast<std::string>(), point[2].cast<bool>()});
    }
    return points;
}

std::vector<Insertion> findInsertions(const std::string& source, const char* dialect)
{
    std::vector<Insertion> insertions;
    const py::list found = package().attr("insertions")(source, dialect);
    for (const py::handle entry : found) {
        const auto insertion = entry.cast<py::tuple>();
        insertions.push_back({insertion[0].cast<int>(), insertion[1].cast<std::string>()});
    }
    return insertions;
}

std::vector<Lever> findLevers(const std::string& source, const char* dialect)
{
    std::vector<Lever> levers;
    const py::list found = package().attr("levers")(source, dialect);
    for (const py::handle entry : found) {
        const auto lever = entry.cast<py::tuple>();
        Lever& one = levers.emplace_back();
        one.line = lever[0].cast<int>();
        one.name = lever[1].cast<std::string>();
        one.value = lever[2].cast<std::string>();
        for (auto& [value, text] : lever[3].cast<std::vector<std::pair<std::string, std::string>>>())
            one.states.push_back({std::move(value), std::move(text)});
        one.head = lever[4].cast<std::string>();
        one.tail = lever[5].cast<std::string>();
        one.least = lever[6].cast<std::int64_t>();
    }
    return levers;
}

InstrumentedListing instrument(const Rewriting& rewriting)
{
    ENGINE_EXPECT(rewriting.dialect == "torch" || rewriting.dialect == "mxnet");
    py::dict literals;
    for (const auto& [key, literal] : rewriting.literals)
        literals[py::str(key)] = py::make_tuple(literal.value, literal.lines);
    const py::tuple made = package().attr("prepare")(rewriting.source, rewriting.file, rewriting.dialect, rewriting.off,
                                                     rewriting.on, literals, rewriting.imports, rewriting.notebook);
    InstrumentedListing result;
    result.code = made[0];
    for (const py::handle entry : made[1]) {
        const auto statement = entry.cast<py::tuple>();
        result.statements.push_back({statement[0].cast<int>(), statement[1].cast<std::string>(),
                                     statement[2].cast<std::string>(), statement[3].cast<bool>()});
    }
    result.calls = made[2].cast<std::map<std::int32_t, std::string>>();
    result.isNaive = made[3].cast<bool>();
    return result;
}

bool isAboutTheListing(const py::error_already_set& error)
{
    return error.matches(PyExc_SyntaxError) || error.matches(PyExc_UnicodeError);
}

SyntaxProblem problemOf(const py::error_already_set& raised)
{
    const py::object error = raised.value();
    const auto number = [&](const char* name) {
        const py::object value = py::getattr(error, name, py::none());
        return py::isinstance<py::int_>(value) ? value.cast<int>() : 0;
    };
    const py::object message = py::getattr(error, "msg", py::none());
    return {std::max(number("lineno"), 1), std::max(number("offset"), 0),
            Message(py::str(message.is_none() ? error : message).cast<std::string>())};
}

}  // namespace engine::listing
