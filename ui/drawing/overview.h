#pragma once

#include "ui/drawing/scene.h"

#include <QImage>

namespace ui::drawing {

/// The whole program in a strip at the bottom, with the visible part as a window that can be dragged.
class Overview {
public:
    enum class Part : std::uint8_t { None, Begin, End, Window, Outside };

    void paint(const Surface& painter, const Scene& scene);
    /// Clears the cached image of the run; call it when trace or theme change.
    void invalidate() { m_image = {}; }

    /// Which part of the strip a press at `x` drags. The edges of the window extend by a grip of some pixels.
    [[nodiscard]] static Part partAt(const Scene& scene, double x);
    [[nodiscard]] static engine::Nanoseconds timeAt(const Scene& scene, double x);
    [[nodiscard]] static double xOf(const Scene& scene, engine::Nanoseconds t);

private:
    void render(const Scene& scene);

    QImage m_image;
    QSize m_size;
};

}  // namespace ui::drawing
