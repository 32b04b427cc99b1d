#pragma once

#include "ui/look/theme.h"

#include <QRectF>

class QPainter;

namespace ui::look {

/// Paints the switch of a wait into `track`. If the wait is on, the switch is filled and its knob is at the right;
/// otherwise the switch is an outline. `isHovered`: the pointer is over the switch.
void paintSwitch(QPainter& painter, const QRectF& track, bool isOn, const Tokens& tokens, bool isHovered = false);

}  // namespace ui::look
