#include "engine/frontend/detail/launch_graph.h"
#include "engine/frontend/detail/native_calls.h"

#include <memory>

namespace py = pybind11;

/// `_overlap.LaunchGraph`: GPU operations that are captured once and replayed as one launch.
namespace engine::frontend {

namespace {

std::shared_ptr<LaunchGraph> beginCapture()
{
    Execution& it = run();
    if (it.captures.current != nullptr)
        throw std::runtime_error("a graph is being captured already; end that capture first");
    auto graph = std::make_shared<LaunchGraph>(currentNative(), it);
    it.captures.current = graph;
    return graph;
}

std::size_t endCapture()
{
    const std::shared_ptr<LaunchGraph> graph = std::exchange(run().captures.current, nullptr);
    return graph == nullptr ? 0 : graph->size();
}

void replay(LaunchGraph& graph)
{
    Native& native = currentNative();
    Execution& it = run();
    it.noteActivity();
    if (it.captures.current != nullptr)
        throw std::runtime_error("a graph is replayed after its capture has ended");
    if (!beforeUse(native))
        throw py::error_already_set();
    check(graph.replay());
    if (!native.views.isEmpty() && !native.views.written(native, graph.written()))
        throw py::error_already_set();
    if (!afterUse(native))
        throw py::error_already_set();
}

}  // namespace

void defineCapture(py::module_& module)
{
    py::class_<LaunchGraph, std::shared_ptr<LaunchGraph>>(module, "LaunchGraph").def("replay", replay);
    module.def("begin_capture", beginCapture);
    module.def("end_capture", endCapture);
    module.def("is_capturing", [] { return run().captures.current != nullptr; });
}

}  // namespace engine::frontend
