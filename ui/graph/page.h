#pragma once

#include "engine/trace/trace.h"
#include "ui/graph/picture.h"
#include "ui/look/theme.h"

#include <QRectF>
#include <functional>

class QPainter;

namespace ui::graph {

/// What a page shows besides the picture itself.
struct PageContent {
    const engine::trace::Trace& trace;
    engine::Nanoseconds now{};  ///< operations are in their state at this time
    look::Paper paper;          ///< its smallest font in units of the page
};

/// Lays out a picture for a slide, which is wide: with few or with many cells in a row of a matrix, whichever leaves
/// its text larger.
[[nodiscard]] Picture makeForSlide(PictureLimits limits, const std::function<Picture(const PictureLimits&)>& make);

/// Paints a picture as the window does, fitted into `body` and centred.
void paintOnPage(QPainter& painter, const Picture& picture, const PageContent& content, const QRectF& body);

}  // namespace ui::graph
