#pragma once

#include "ui/look/theme.h"

#include <QString>
#include <vector>

namespace ui::look {

enum class TokenKind : std::uint8_t { Plain, Keyword, String, Number, Comment, Function };

struct Token {
    qsizetype start = 0;
    qsizetype length = 0;
    TokenKind kind = TokenKind::Plain;
};

/// The triple-quoted string literal that is open at the end of a line.
enum class OpenString : std::uint8_t { None, TripleSingle, TripleDouble };

/// Returns the colour for tokens of a kind.
[[nodiscard]] QColor colourOf(TokenKind kind, const Tokens& tokens);

/// Returns the coloured parts of a line, in order. `open`: the string that is open at the start of the line; set to the
/// string that is open at its end.
[[nodiscard]] std::vector<Token> tokensOf(const QString& line, OpenString& open);

}  // namespace ui::look
