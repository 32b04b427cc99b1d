#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace engine::listing {

/// The value of a parameter in a run, and the lines of the listing whose literals it replaces, ascending.
struct Literal {
    std::variant<std::int64_t, double> value;
    std::vector<int> lines;

    bool operator==(const Literal&) const = default;
};
/// Keys: a parameter with its value in the listing, such as "n=4000" or "lr=0.2". On the lines of the entry, literals
/// with the type and value of the key are replaced.
using Literals = std::map<std::string, Literal>;

/// A number that a run replaces: literals with this type and value on some lines of the listing.
struct ReplacedNumber {
    std::string parameter;  ///< "n"
    std::string listed;     ///< "4000", the value in the program's header
    std::string runs;       ///< "10", the value in the run
    bool isReal = false;    ///< the literal is a float (1.0), not an integer (1)
    std::vector<int> lines;
};

/// Returns the literals whose value in the run differs from that in the listing. `chosen`: the parameters that the user
/// set; literals of other parameters are omitted.
[[nodiscard]] std::vector<ReplacedNumber> replacedNumbers(const Literals& literals,
                                                          const std::map<std::string, std::string>& chosen);

/// Maps line numbers of `original` to line numbers of `source`, its edited version. Removed lines are omitted.
[[nodiscard]] std::vector<int> linesAfterEdits(const std::string& original, const std::string& source,
                                               const std::vector<int>& lines);
/// Returns the lines that bind a number to `name`: `n = 4000`, `f(n=4000)`.
[[nodiscard]] std::vector<int> linesThatBind(const std::string& source, const std::string& name);

}  // namespace engine::listing
