#pragma once

#include "ui/look/theme.h"

#include <QRectF>

class QPainter;

namespace ui::look {

/// Paints the switch of a wait into `track`. If it is on, it is filled and its knob is at the right; otherwise it is an
/// outline. `isHovered`: the pointer is over it.
void paintSwitch(QPainter& painter, const QRectF& track, bool isOn, const Tokens& tokens, bool isHovered = false);

}  // namespace ui::look
