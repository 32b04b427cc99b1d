#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace engine::listing {

/// Maps "n=4000" or "lr=0.2" (a parameter and its value in the listing) to the value in a run.
using Literals = std::map<std::string, std::variant<std::int64_t, double>>;

/// A number that a run replaces: every literal of the listing with this type and value.
struct ReplacedNumber {
    std::string parameter;  ///< "n"
    std::string listed;     ///< "4000", the value in the program's header
    std::string runs;       ///< "10", the value in the run
    bool isReal = false;    ///< the literal is a float (1.0), not an integer (1)
};

/// Returns the literals whose value differs from the listing's. `chosen`: the parameters that the user set; literals of
/// other parameters are omitted.
[[nodiscard]] std::vector<ReplacedNumber> replacedNumbers(const Literals& literals,
                                                          const std::map<std::string, std::string>& chosen);

}  // namespace engine::listing
