#pragma once

#include "ui/drawing/scene.h"
#include "ui/model/playhead.h"
#include "ui/model/selection.h"

#include <functional>

namespace ui::timeline {

/// Selects the next operation along a lane, on the next lane, or along a dependency. Thread: GUI.
class OperationWalk {
public:
    /// `reveal` is called with each operation that was selected.
    OperationWalk(const drawing::Scene& scene, model::Selection& selection, model::Playhead& playhead,
                  std::function<void(engine::OpId)> reveal);

    /// The operations of a lane in order; host work in between is passed over.
    void alongLane(int direction);
    /// To the operation of the next lane that is nearest in time.
    void toLane(int direction);
    void toProducer() { alongEdge(false); }
    /// To the operation that a wait waits for where one is hovered, or has `cursor` and the current line.
    void toConsumer(engine::Nanoseconds cursor);
    /// Moves the playhead to the next start or end of an operation, in either direction.
    void movePlayhead(int direction);

private:
    void select(engine::OpId op);
    void alongEdge(bool toConsumer);
    [[nodiscard]] bool fromWait(engine::Nanoseconds cursor);
    [[nodiscard]] bool isKnown(engine::OpId op) const;

    const drawing::Scene& m_scene;
    model::Selection& m_selection;
    model::Playhead& m_playhead;
    std::function<void(engine::OpId)> m_reveal;
    std::size_t m_edgeAt = 0;  ///< which neighbour of m_edgeOf was selected
    engine::OpId m_edgeOf;
    bool m_edgeToConsumer = false;
};

}  // namespace ui::timeline
