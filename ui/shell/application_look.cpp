#include "ui/shell/application_look.h"

#include <QApplication>

namespace ui::shell {

ApplicationLook::ApplicationLook(const look::Theme& theme)
{
    const auto apply = [&theme] {
        qApp->setFont(theme.sans(12));
        qApp->setPalette(theme.palette());
        qApp->setStyleSheet(theme.styleSheet());
    };
    connect(&theme, &look::Theme::changed, this, apply);
    apply();
}

}  // namespace ui::shell
