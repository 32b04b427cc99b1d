#pragma once

#include <QString>

class QWidget;

namespace ui::look {

class Theme;

/// Shows a sentence about a successful action at the bottom of `window`, for some seconds or until it is clicked. It
/// replaces the previous toast and never takes the focus; screen readers announce it. Thread: GUI.
void showToast(const Theme& theme, QWidget& window, const QString& sentence);

}  // namespace ui::look
