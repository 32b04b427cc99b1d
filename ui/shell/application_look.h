#pragma once

#include "ui/look/theme.h"

#include <QObject>

namespace ui::shell {

/// Sets font, palette and style sheet of the application by the theme. Create it before the widgets: a new style sheet
/// takes back the palettes that widgets have set. Thread: GUI.
class ApplicationLook : public QObject {
    Q_OBJECT

public:
    explicit ApplicationLook(const look::Theme& theme);
};

}  // namespace ui::shell
