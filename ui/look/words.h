#pragma once

#include <QCoreApplication>
#include <QString>

#include <string_view>

namespace ui {

/// What classes with QObject have of their own: a text in the reader's language; `n` chooses a plural form.
inline QString tr(const char* text, const char* comment = nullptr, int n = -1)
{
    return QCoreApplication::translate("Overlap", text, comment, n);
}

/// UTF-8.
inline QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace ui
