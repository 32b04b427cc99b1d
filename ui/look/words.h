#pragma once

#include <QCoreApplication>
#include <QString>

#include <string_view>

namespace ui {

/// Translates a text, as QObject::tr() does for classes; `n` selects the plural form.
inline QString tr(const char* text, const char* comment = nullptr, int n = -1)
{
    return QCoreApplication::translate("Overlap", text, comment, n);
}

/// Converts from UTF-8.
inline QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace ui
