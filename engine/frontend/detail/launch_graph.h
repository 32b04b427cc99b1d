#pragma once

#include "engine/device/platform.h"

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace engine::frontend {

class Execution;
struct Native;

/// The captured operations of a part of a program. For torch.cuda.CUDAGraph, replay() issues all operations at the cost
/// of issuing one. For a function that is one kernel in the framework, launchAsOne() issues a single operation instead
/// of the captured ones. Retains the variables of its operations, as a private memory pool does.
/// Threads: the program's.
class LaunchGraph {
public:
    LaunchGraph(const Native& native, Execution& run);
    ~LaunchGraph();
    LaunchGraph(const LaunchGraph&) = delete;
    LaunchGraph& operator=(const LaunchGraph&) = delete;

    /// Adds an operation instead of issuing it.
    void add(const device::OpRequest& request);
    /// Issues all operations, in order, to the current streams of their devices. Random operations get new numbers.
    [[nodiscard]] Status replay();
    /// Issues one operation that does the work of all operations in one kernel, which reads and writes `bytes`. Issues
    /// all operations separately if they are on several devices or if one of them makes a view, copies, generates
    /// random numbers, or is a Segment or a Marker.
    [[nodiscard]] Status launchAsOne(NameId name, NameId text, Bytes bytes);
    [[nodiscard]] std::size_t size() const { return m_steps.size(); }
    /// Returns the variables that a replay writes, sorted.
    [[nodiscard]] std::vector<VariableId> written() const;

private:
    struct Step {
        device::OpRequest request;  ///< the spans of the request refer to `reads` and `writes`
        std::vector<VariableId> reads;
        std::vector<VariableId> writes;
    };

    [[nodiscard]] bool isOfThisRun() const;
    [[nodiscard]] bool canBeOne() const;

    const Native& m_native;
    Execution& m_run;
    std::uint64_t m_generation;
    std::vector<Step> m_steps;
    std::vector<VariableId> m_retained;
};

/// The LaunchGraph that is being captured, and the variables that the LaunchGraphs of a program run retain.
class Captures {
public:
    std::shared_ptr<LaunchGraph> current;  ///< null: nothing is being captured
    bool includesCpu = false;              ///< `current` also captures operations of the CPU

    void retain(VariableId variable) { ++m_retained[variable.index].graphs; }
    /// Call when a LaunchGraph no longer retains the variable. Returns whether to release the variable now.
    [[nodiscard]] bool forget(VariableId variable);
    /// Call when the program has dropped its last reference to the variable. Returns whether a LaunchGraph retains it.
    [[nodiscard]] bool postponesRelease(VariableId variable);
    /// Whether only LaunchGraphs refer to the variable.
    [[nodiscard]] bool isReleased(VariableId variable) const;

private:
    struct Retention {
        int graphs = 0;
        bool isReleased = false;
    };
    std::unordered_map<std::uint32_t, Retention> m_retained;
};

}  // namespace engine::frontend
