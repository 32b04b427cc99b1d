#pragma once

#include "ui/look/theme.h"

#include <QRectF>

class QPainter;

namespace ui::look {

/// Paints the switch of a wait into `track`: filled with its knob at the right if it is on, else an outline.
/// `isHovered`: the pointer is over it.
void paintSwitch(QPainter& painter, const QRectF& track, bool isOn, const Tokens& tokens, bool isHovered = false);

}  // namespace ui::look
