#pragma once

#include "ui/drawing/scene.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"

#include <functional>

namespace ui::timeline {

/// Selects the next operation along a lane, on the next lane, or along a dependency. Thread: GUI.
class OperationWalk {
public:
    /// `reveal` is called with each selected operation.
    OperationWalk(const drawing::Scene& scene, model::Selection& selection, model::Playhead& playhead,
                  std::function<void(engine::OpId)> reveal);

    /// Selects the next operation of the lane in `direction`; skips host work. If only a rank is selected, selects an
    /// operation of that rank; if nothing is selected, does the same as toLane(1).
    void alongLane(int direction);
    /// Selects an operation of the rank that was selected last. Returns false if no rank is selected, if the rank has
    /// no operation, or if an operation is selected.
    bool enterRank();
    /// Selects the operation of the next lane that is nearest in time. Where ranks are shown without operations, or if
    /// only a rank is selected, selects the next rank.
    void toLane(int direction);
    void toProducer() { alongEdge(EdgeEnd::Producer); }
    /// Selects the operation that ended a wait: the hovered wait or, if nothing is selected, the wait at `cursor` on
    /// the current line of the listing. Otherwise selects a consumer of the selected operation.
    void toConsumer(engine::Nanoseconds cursor);
    /// Moves the playhead to the next start or end of an operation; `direction`: 1 for later, -1 for earlier times.
    void movePlayhead(int direction);

private:
    enum class EdgeEnd : std::uint8_t { Producer, Consumer };

    void select(engine::OpId op);
    [[nodiscard]] bool toRank(int direction);
    void alongEdge(EdgeEnd to);
    [[nodiscard]] bool fromWait(engine::Nanoseconds cursor);

    const drawing::Scene& m_scene;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    std::function<void(engine::OpId)> m_reveal;
    std::size_t m_edgeAt = 0;  ///< index of the selected neighbour of m_edgeOf
    engine::OpId m_edgeOf;
    EdgeEnd m_edgeTo = EdgeEnd::Producer;
};

}  // namespace ui::timeline
