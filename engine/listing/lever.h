#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine::listing {

/// A part of the listing that decides how the program runs and that the user can change: an argument of a call
/// (non_blocking, stream, device, batch_size, num_workers), or a call (pin_memory, compile, hybridize). Waits are no
/// levers, see SyncPoint. A change of a lever rewrites its line and changes no line numbers.
struct Lever {
    /// A value that the lever offers.
    struct State {
        std::string value;  ///< "on"
        std::string text;   ///< the line with this value
    };

    int line = 0;               ///< 1-based
    std::string name;           ///< "non_blocking"; a second lever with this name on the line: "device2"
    std::string value;          ///< "off", "devices[0]", "256"
    std::vector<State> states;  ///< the offered values, the current one included
    std::string head;           ///< if the value is a number: the part of the source line to its left
    std::string tail;           ///< if the value is a number: the part of the source line to its right
    std::int64_t least = 0;     ///< if the value is a number: the smallest one that is allowed

    [[nodiscard]] bool isNumber() const { return !head.empty(); }
    [[nodiscard]] bool isSwitch() const { return value == "on" || value == "off"; }
    /// Returns the value that a user denotes by `text`, as it is written in a listing: "cuda:1" denotes "'cuda:1'"; for
    /// a stream, "off" denotes no stream, and "on" the current stream or else the first one. nullopt if the lever has
    /// no such value.
    [[nodiscard]] std::optional<std::string> valueOf(const std::string& text) const;
    /// Returns the line with a value that valueOf() returned.
    [[nodiscard]] std::string lineWith(const std::string& accepted) const;
    /// Returns the value with which the lever's line equals `text`; nullopt if the line and `text` differ in more than
    /// this lever.
    [[nodiscard]] std::optional<std::string> valueIn(const std::string& text) const;
    /// Returns the value that one click selects: for a switch, the other value; for a stream, no stream if one is set,
    /// otherwise the first stream. nullopt: a click cannot select a value.
    [[nodiscard]] std::optional<std::string> otherValue() const;
};

/// A lever whose value differs between two versions of its line.
struct LeverChange {
    std::string name, before, now;
};
/// Returns the levers of one line whose values differ between `before` and `now`. If only one differs, its old value
/// may be any expression. Empty if the texts are equal, or differ in more than these levers. `levers`: all levers of
/// that line, as found in any version of it.
[[nodiscard]] std::vector<LeverChange> changedLevers(const std::vector<Lever>& levers, const std::string& before,
                                                     const std::string& now);

/// Returns the lever on `line` with `name`; null if there is none.
[[nodiscard]] const Lever* findLever(const std::vector<Lever>& levers, int line, const std::string& name);

}  // namespace engine::listing
