#pragma once

#include "ui/drawing/scene.h"

#include <QImage>

namespace ui::drawing {

/// A strip at the bottom that shows the whole run. A window on it marks the visible part and can be dragged.
class Overview {
public:
    enum class Part : std::uint8_t { None, Begin, End, Window, Outside };

    void paint(const Surface& painter, const Scene& scene);
    /// Clears the cached image of the run; call it when trace or theme change.
    void invalidate() { m_image = {}; }

    /// Returns the part of the strip that a press at `x` drags. A press some pixels beside an edge of the window drags
    /// this edge.
    [[nodiscard]] static Part partAt(const Scene& scene, double x);
    [[nodiscard]] static engine::Nanoseconds timeAt(const Scene& scene, double x);
    [[nodiscard]] static double xOf(const Scene& scene, engine::Nanoseconds t);

private:
    void render(const Scene& scene);

    QImage m_image;
    QSize m_size;
};

}  // namespace ui::drawing
