#pragma once

#include "ui/look/theme.h"

#include <QObject>

namespace ui::shell {

/// Sets font, palette and style sheet of the application from the theme. Create it before the widgets: a new style
/// sheet resets palettes that widgets have set. Thread: GUI.
class ApplicationLook : public QObject {
    Q_OBJECT

public:
    explicit ApplicationLook(const look::Theme& theme);
};

}  // namespace ui::shell
