#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace engine::listing {

/// "n=4000" or "lr=0.2" (a parameter and the number that the listing has for it) -> the value of a run.
using Literals = std::map<std::string, std::variant<std::int64_t, double>>;

/// A number of the listing that a run replaces: every literal of that type and value.
struct ReplacedNumber {
    std::string parameter;  ///< "n"
    std::string listed;     ///< "4000", as the program's header has it
    std::string runs;       ///< "10"
    bool isReal = false;    ///< 1.0 and not 1
};

/// The literals whose value differs from the listing's. `chosen`: parameters as the reader set them; a literal of
/// another parameter is left out.
[[nodiscard]] std::vector<ReplacedNumber> replacedNumbers(const Literals& literals,
                                                          const std::map<std::string, std::string>& chosen);

}  // namespace engine::listing
