#include "engine/frontend/detail/launch_graph.h"
#include "engine/frontend/detail/native_calls.h"

#include <memory>

namespace py = pybind11;

/// `_overlap.LaunchGraph`: GPU operations that are captured once and replayed as one launch.
namespace engine::frontend {

namespace {

std::shared_ptr<LaunchGraph> beginCapture()
{
    Execution& execution = currentExecution();
    if (execution.captures.current != nullptr)
        throw std::runtime_error("a graph is being captured already; end that capture first");
    auto graph = std::make_shared<LaunchGraph>(currentNative(), execution);
    execution.captures.current = graph;
    return graph;
}

std::size_t endCapture()
{
    const std::shared_ptr<LaunchGraph> graph = std::exchange(currentExecution().captures.current, nullptr);
    return graph == nullptr ? 0 : graph->size();
}

/// Calls `launch`, which issues the operations of `graph`, and updates the views of the variables that these operations
/// write.
void launch(const LaunchGraph& graph, auto launch)
{
    Native& native = currentNative();
    currentExecution().noteActivity();
    if (!beforeUse(native))
        throw py::error_already_set();
    check(launch());
    if (!native.views.isEmpty() && !native.views.written(native, graph.written()))
        throw py::error_already_set();
    if (!afterUse(native))
        throw py::error_already_set();
}

void replay(LaunchGraph& graph)
{
    if (currentExecution().captures.current != nullptr)
        throw std::runtime_error("a graph is replayed after its capture has ended");
    launch(graph, [&] { return graph.replay(); });
}

/// Captures the operations of a function that is one kernel in the framework, on any device. The kernel reads or writes
/// each element of `like` `passes` times.
class OneKernel {
public:
    OneKernel(const py::object& like, double passes, std::string name, std::string text)
        : m_bytes{static_cast<std::int64_t>(passes * static_cast<double>(tensorOf(like).shape.bytes().value))},
          m_name(std::move(name)),
          m_text(std::move(text))
    {
    }

    void enter()
    {
        Captures& captures = currentExecution().captures;
        m_outer = std::exchange(captures.current, std::make_shared<LaunchGraph>(currentNative(), currentExecution()));
        m_outerIncludesCpu = std::exchange(captures.includesCpu, true);
    }

    void exit(const py::object& exception, const py::object&, const py::object&)
    {
        if (currentNative().execution == nullptr)
            return;
        Captures& captures = currentNative().execution->captures;  // currentExecution() would raise after a stop
        const std::shared_ptr<LaunchGraph> graph = std::exchange(captures.current, std::move(m_outer));
        captures.includesCpu = m_outerIncludesCpu;
        Execution& execution = currentExecution();
        launch(*graph, [&] {
            // Operations that the function issued before it raised an exception are executed too.
            if (!exception.is_none())
                return graph->replay();
            return graph->launchAsOne(execution.sink().intern(m_name), execution.texts().intern(m_text), m_bytes);
        });
    }

private:
    Bytes m_bytes;
    std::string m_name;
    std::string m_text;
    std::shared_ptr<LaunchGraph> m_outer;
    bool m_outerIncludesCpu = false;
};

}  // namespace

void defineCapture(py::module_& module)
{
    py::class_<LaunchGraph, std::shared_ptr<LaunchGraph>>(module, "LaunchGraph").def("replay", replay);
    py::class_<OneKernel>(module, "OneKernel")
        .def(py::init<const py::object&, double, std::string, std::string>())
        .def("__enter__", &OneKernel::enter)
        .def("__exit__", &OneKernel::exit);
    module.def("begin_capture", beginCapture);
    module.def("end_capture", endCapture);
    module.def("is_capturing", [] { return currentExecution().captures.current != nullptr; });
}

}  // namespace engine::frontend
