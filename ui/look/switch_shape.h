#pragma once

#include "ui/look/theme.h"

#include <QRectF>

class QPainter;

namespace ui::look {

struct SwitchState {
    bool isOn = false;
    bool isHovered = false;
};

/// Paints the switch of a wait into `track`. If the wait is on, the switch is filled and its knob is at the right;
/// otherwise the switch is an outline.
void paintSwitch(QPainter& painter, const QRectF& track, const SwitchState& state, const Tokens& tokens);

}  // namespace ui::look
