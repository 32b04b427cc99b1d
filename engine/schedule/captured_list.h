#pragma once

#include "engine/base/id.h"
#include "engine/schedule/body.h"
#include "engine/schedule/engine.h"
#include "engine/trace/record.h"

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

namespace engine::schedule {

/// Operations whose dependencies among each other are found once, to be replayed many times by Engine::replay() (what
/// hybridize does). Not for groups with a dispatcher.
/// Threads: one while it is built; replaying does not change it. Must live until what was replayed is complete.
class CapturedList {
public:
    CapturedList() = default;
    CapturedList(const CapturedList&) = delete;
    CapturedList& operator=(const CapturedList&) = delete;

    /// As Engine::push(); `options.op`, `whenFull` and `payload` mean nothing here. The body runs once per replay; two
    /// replays may run it at the same time if it writes nothing of its own. What it writes into itself may be lost.
    void add(std::span<const VariableId> reads, std::span<const VariableId> writes, Body body,
             const PushOptions& options = {});

    [[nodiscard]] std::size_t size() const { return m_steps.size(); }

private:
    friend class Engine;  // and its Core

    enum class Outer : std::uint8_t { Writer, ReadersOrWriter };

    /// On an operation of the same list.
    struct Edge {
        std::uint32_t from = 0;
        trace::DependencyKind kind = trace::DependencyKind::ReadAfterWrite;
        bool isData = false;
    };
    /// On whatever used the variable before the list.
    struct OuterUse {
        VariableId variable;
        Outer what = Outer::Writer;
        bool isData = false;
    };
    /// One operation: its edges and outer uses follow those of the one before it.
    struct Step {
        std::uint32_t edgeCount = 0;
        std::uint32_t outerCount = 0;
        std::uint32_t kind = 0;  ///< OpRecord::kindBits()
        NameId name;
        GroupId group;
    };
    /// What the list leaves behind.
    struct Final {
        std::int64_t writer = -1;  ///< -1: it only reads it
        std::vector<std::uint32_t> readers;
    };

    void addEdge(std::uint32_t from, trace::DependencyKind kind, bool isData);

    std::vector<Step> m_steps;
    mutable std::deque<Body> m_bodies;  ///< by step; never move: replayed operations may point at them
    std::vector<GroupId> m_groups;      ///< that occur
    std::vector<Edge> m_edges;
    std::vector<OuterUse> m_outerUses;
    std::map<VariableId, Final> m_finals;
};

}  // namespace engine::schedule
