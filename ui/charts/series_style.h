#pragma once

#include "ui/look/theme.h"

#include <QPen>
#include <QPixmap>

class QCPScatterStyle;

namespace ui::charts {

struct Series;

/// Colour, width and dashes of a series.
[[nodiscard]] QPen penOf(const look::Theme& theme, const Series& series);
[[nodiscard]] QCPScatterStyle markerOf(const look::Theme& theme, int look);
/// The marker as an image, for legends outside a chart. Its device-independent size is the image's size divided by
/// `ratio`.
[[nodiscard]] QPixmap markerImage(const look::Theme& theme, int look, double ratio);

}  // namespace ui::charts
