#pragma once

#include "engine/base/units.h"
#include "engine/devices/cuda/abi.h"

#include <mutex>
#include <optional>
#include <vector>

namespace engine::devices::cuda::detail {

/// Maps the clock of a device, as its events give it, to the run's clock. An anchor is a moment that is
/// known on both; the time between events loses resolution after some seconds, so anchors are set anew and the drift
/// between them is followed.
/// Threads: any.
class EventClock {
public:
    /// A reading of the run's clock before and after the device passed an anchor.
    struct Bracket {
        Nanoseconds before{};
        Nanoseconds after{};
        [[nodiscard]] Nanoseconds width() const { return after - before; }
        [[nodiscard]] Nanoseconds middle() const { return before + width() / 2; }
    };

    /// `sincePrevious`: on the device's clock, from the anchor before; ignored for the first.
    void setAnchor(abi::Event* anchor, const Bracket& bracket, Nanoseconds sincePrevious);

    struct Anchor {
        abi::Event* event = nullptr;
        Nanoseconds at{};
        Nanoseconds uncertainty{};
        double drift = 0;  ///< the run's clock gains so much on the device's
    };
    [[nodiscard]] std::optional<Anchor> anchor() const;

    /// `elapsed`: on the device's clock, since the anchor.
    [[nodiscard]] static Nanoseconds map(const Anchor& anchor, Nanoseconds elapsed);

private:
    mutable std::mutex m_mutex;
    std::optional<Anchor> m_anchor;
};

}  // namespace engine::devices::cuda::detail
