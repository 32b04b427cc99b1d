#pragma once

#include <QCoreApplication>
#include <QString>

namespace ui {

/// Translates a text, as QObject::tr() does for classes; `n` selects the plural form.
inline QString tr(const char* text, const char* comment = nullptr, int n = -1)
{
    return QCoreApplication::translate("Overlap", text, comment, n);
}

}  // namespace ui
