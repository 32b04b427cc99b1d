#pragma once

#include "engine/base/units.h"
#include "engine/devices/cuda/abi.h"

#include <mutex>
#include <optional>
#include <vector>

namespace engine::devices::cuda::detail {

/// Maps times of a device's clock, which its events report, to the clock of the program run. An anchor is an event
/// whose time is known on both clocks. The time since an event loses resolution after some seconds, so new anchors are
/// set. Two consecutive anchors also measure how far the two clocks drift apart. Threads: the program's thread sets
/// anchors when it waits; the thread of each stream uses them to convert the times of its operations.
class EventClock {
public:
    /// Times of the run's clock before and after the device has passed an anchor.
    struct Bracket {
        Nanoseconds before{};
        Nanoseconds after{};
        [[nodiscard]] Nanoseconds width() const { return after - before; }
        [[nodiscard]] Nanoseconds middle() const { return before + width() / 2; }
    };

    /// `sincePrevious`: time since the previous anchor on the device's clock; ignored for the first anchor.
    void setAnchor(abi::Event* anchor, const Bracket& bracket, Nanoseconds sincePrevious);

    struct Anchor {
        abi::Event* event = nullptr;
        Nanoseconds at{};
        double drift = 0;  ///< seconds that the run's clock gains per second of the device's clock
    };
    [[nodiscard]] std::optional<Anchor> anchor() const;

    /// `elapsed`: time since the anchor on the device's clock.
    [[nodiscard]] static Nanoseconds map(const Anchor& anchor, Nanoseconds elapsed);

private:
    mutable std::mutex m_mutex;  ///< guards m_anchor
    std::optional<Anchor> m_anchor;
};

}  // namespace engine::devices::cuda::detail
