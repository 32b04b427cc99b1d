#pragma once

#include <QString>
#include <vector>

namespace ui::listing {

enum class TokenKind : std::uint8_t { Plain, Keyword, String, Number, Comment, Function };

struct Token {
    qsizetype start = 0;
    qsizetype length = 0;
    TokenKind kind = TokenKind::Plain;
};

/// What a line of Python ends in.
enum class OpenString : std::uint8_t { None, TripleSingle, TripleDouble };

/// The coloured parts of one line, in order; `open` is the state before the line and becomes that after it.
[[nodiscard]] std::vector<Token> tokensOf(const QString& line, OpenString& open);

}  // namespace ui::listing
