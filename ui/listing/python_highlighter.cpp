#include "ui/listing/python_highlighter.h"

#include "ui/look/python_tokens.h"

namespace ui::listing {

PythonHighlighter::PythonHighlighter(const look::Theme& theme, QTextDocument* document, RemovedCode removedCode)
    : QSyntaxHighlighter(document), m_theme(theme), m_removedCode(std::move(removedCode))
{
    connect(&theme, &look::Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void PythonHighlighter::highlightBlock(const QString& text)
{
    auto open = static_cast<look::OpenString>(std::max(0, previousBlockState()));
    const std::vector<look::Token> found = look::tokensOf(text, open);
    setCurrentBlockState(static_cast<int>(open));
    const look::Tokens& tokens = m_theme.tokens();
    for (const look::Token& token : found)
        setFormat(static_cast<int>(token.start), static_cast<int>(token.length), look::colourOf(token.kind, tokens));
    if (m_removedCode)
        for (const look::CodeSpan& part : m_removedCode(currentBlock().blockNumber() + 1, text))
            setFormat(static_cast<int>(part.start), static_cast<int>(part.length), tokens.text3);
}

}  // namespace ui::listing
