#pragma once

#include "ui/look/theme.h"

#include <QRectF>

class QPainter;

namespace ui::look {

/// Paints the sign of a warning, such as that of a mistimed block: an amber triangle with an exclamation mark.
void paintWarningSign(QPainter& painter, const QRectF& rect, const Tokens& tokens);

}  // namespace ui::look
