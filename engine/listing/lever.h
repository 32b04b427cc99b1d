#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine::listing {

/// An argument of the listing, other than a wait, that decides how the program runs: non_blocking, pin_memory, stream,
/// device, batch_size, num_workers, compile, hybridize. A change of it rewrites its line; line numbers stay.
struct Lever {
    struct State {
        std::string value;  ///< "on"
        std::string text;   ///< the line with this value
    };

    int line = 0;               ///< 1-based
    std::string name;           ///< "non_blocking"; a second one of another value on the same line: "device2"
    std::string value;          ///< "off", "devices[0]", "256"
    std::vector<State> states;  ///< the offered values, the current one included
    std::string head;           ///< of a number: the line before the value
    std::string tail;           ///< of a number: the line after the value
    std::int64_t least = 0;     ///< of a number

    [[nodiscard]] bool isNumber() const { return !head.empty(); }
    [[nodiscard]] bool isSwitch() const { return value == "on" || value == "off"; }
    /// The value of `text` as the lever writes it: `cuda:1` is `'cuda:1'`, `None` is also "off" of a stream. Empty: the
    /// lever has no such value.
    [[nodiscard]] std::optional<std::string> valueOf(const std::string& text) const;
    /// The line with a value of valueOf().
    [[nodiscard]] std::string lineWith(const std::string& accepted) const;
    /// The value with which the lever's line reads `text`. Empty: none, the lines differ in more than this lever.
    [[nodiscard]] std::optional<std::string> valueIn(const std::string& text) const;
    /// The value to which one click changes it: of a switch the other one, of a stream none or the first one. Empty:
    /// there are several.
    [[nodiscard]] std::optional<std::string> otherValue() const;
};

/// A lever whose value differs between two versions of its line.
struct LeverChange {
    std::string name, before, now;
};
/// The levers of one line whose values differ between `before` and `now`. Empty: the texts are equal or differ in more
/// than these levers. `levers`: all levers of that line, as found in any version of it.
[[nodiscard]] std::vector<LeverChange> changedLevers(const std::vector<Lever>& levers, const std::string& before,
                                                     const std::string& now);

/// The lever on `line` with `name`; null: none.
[[nodiscard]] const Lever* findLever(const std::vector<Lever>& levers, int line, const std::string& name);

}  // namespace engine::listing
