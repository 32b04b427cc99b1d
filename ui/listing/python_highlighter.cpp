#include "ui/listing/python_highlighter.h"

#include "ui/look/python_tokens.h"

namespace ui::listing {

PythonHighlighter::PythonHighlighter(const look::Theme& theme, QTextDocument* document,
                                     std::function<bool(int line)> isOff)
    : QSyntaxHighlighter(document), m_theme(theme), m_isOff(std::move(isOff))
{
    connect(&theme, &look::Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void PythonHighlighter::highlightBlock(const QString& text)
{
    auto open = static_cast<look::OpenString>(std::max(0, previousBlockState()));
    const std::vector<look::Token> found = look::tokensOf(text, open);
    setCurrentBlockState(static_cast<int>(open));
    const look::Tokens& tokens = m_theme.tokens();
    if (m_isOff && m_isOff(currentBlock().blockNumber() + 1)) {
        setFormat(0, static_cast<int>(text.size()), tokens.text3);
        return;
    }
    for (const look::Token& token : found)
        setFormat(static_cast<int>(token.start), static_cast<int>(token.length), look::colourOf(token.kind, tokens));
}

}  // namespace ui::listing
