#pragma once

#include "ui/look/theme.h"

#include <QSyntaxHighlighter>
#include <functional>

namespace ui::listing {

/// Syntax colours of Python in the listing; lines for which `isOff` returns true are paler.
class PythonHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    PythonHighlighter(const look::Theme& theme, QTextDocument* document, std::function<bool(int line)> isOff);

protected:
    void highlightBlock(const QString& text) override;

private:
    const look::Theme& m_theme;
    std::function<bool(int)> m_isOff;
};

}  // namespace ui::listing
