#pragma once

#include "ui/look/removed_code.h"
#include "ui/look/theme.h"

#include <QSyntaxHighlighter>
#include <functional>
#include <vector>

namespace ui::listing {

/// Syntax colours of Python in the listing; code that a switch removed is paler.
class PythonHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    /// Returns the removed parts of a line.
    using RemovedCode = std::function<std::vector<look::CodeSpan>(int line, const QString& text)>;

    PythonHighlighter(const look::Theme& theme, QTextDocument* document, RemovedCode removedCode);

protected:
    void highlightBlock(const QString& text) override;

private:
    const look::Theme& m_theme;
    RemovedCode m_removedCode;
};

}  // namespace ui::listing
