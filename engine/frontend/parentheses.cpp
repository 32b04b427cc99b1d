#include "engine/frontend/detail/parentheses.h"

#include <algorithm>
#include <array>
#include <utility>

namespace engine::frontend {

namespace {

/// Precedence of Python's operators, ascending: an operator with a higher value binds its operands more closely.
enum Binding : int { Loose, Comparison, Or, Xor, And, Shift, Sum, Product, Sign, Power, Primary };

Binding bindingOf(std::string_view token)
{
    static constexpr std::array<std::pair<std::string_view, Binding>, 19> kOperators{{
        {"==", Comparison}, {"!=", Comparison}, {"<", Comparison}, {"<=", Comparison}, {">", Comparison},
        {">=", Comparison}, {"|", Or},          {"^", Xor},        {"&", And},         {"<<", Shift},
        {">>", Shift},      {"+", Sum},         {"-", Sum},        {"*", Product},     {"/", Product},
        {"//", Product},    {"%", Product},     {"@", Product},    {"**", Power},
    }};
    const auto* const found = std::ranges::find(kOperators, token, &std::pair<std::string_view, Binding>::first);
    return found == kOperators.end() ? Loose : found->second;
}

bool isSign(char c)
{
    return c == '-' || c == '~';
}

/// Returns the binding of the operator in `text` that is applied last. In `text`, operators have spaces around them,
/// signs do not.
Binding weakestOf(std::string_view text)
{
    Binding weakest = !text.empty() && isSign(text.front()) ? Sign : Primary;
    int depth = 0;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '\'' || c == '"')
            quote = c;
        else if (c == '(' || c == '[' || c == '{')
            ++depth;
        else if (c == ')' || c == ']' || c == '}')
            --depth;
        else if (c == ' ' && depth == 0) {
            const std::size_t end = std::min(text.find(' ', i + 1), text.size());
            weakest = std::min(weakest, bindingOf(text.substr(i + 1, end - i - 1)));
            i = end;
        }
    }
    return weakest;
}

/// Returns the lowest precedence at which an operand after the text `before` needs no parentheses. All operators except
/// the power are left-associative.
Binding neededAfter(std::string_view before)
{
    if (!before.empty() && isSign(before.back()))
        return Sign;
    if (!before.ends_with(' '))
        return Loose;
    before.remove_suffix(1);
    const std::size_t space = before.rfind(' ');
    const Binding left = bindingOf(space == std::string_view::npos ? before : before.substr(space + 1));
    return left == Loose ? Loose : left == Power ? Sign : static_cast<Binding>(left + 1);
}

Binding neededBefore(std::string_view after)
{
    if (after.starts_with('.') || after.starts_with('['))
        return Primary;
    if (!after.starts_with(' '))
        return Loose;
    const Binding right = bindingOf(after.substr(1, after.find(' ', 1) - 1));
    return right == Power || right == Comparison ? static_cast<Binding>(right + 1) : right;
}

}  // namespace

std::string parenthesized(const std::string& operand, std::string_view before, std::string_view after)
{
    const Binding needed = std::max(neededAfter(before), neededBefore(after));
    return weakestOf(operand) < needed ? "(" + operand + ")" : operand;
}

}  // namespace engine::frontend
