#pragma once

#include "ui/look/theme.h"

#include <QRectF>

class QPainter;

namespace ui::look {

/// Paints the amber sign of a warning, such as a mistimed block, as shapes: a triangle with an exclamation mark.
void paintWarningSign(QPainter& painter, const QRectF& rect, const Tokens& tokens);

}  // namespace ui::look
