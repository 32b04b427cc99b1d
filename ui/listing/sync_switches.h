#pragma once

#include "engine/frontend/program.h"

#include <map>
#include <string>
#include <vector>

namespace ui::listing {

/// The sync points of a listing and which of them the reader has flipped. A value: tested without a window.
/// Lines are 1-based.
class SyncSwitches {
public:
    [[nodiscard]] const std::vector<engine::frontend::SyncPoint>& points() const { return m_points; }
    void setPoints(std::vector<engine::frontend::SyncPoint> points);

    [[nodiscard]] const engine::frontend::SyncPoint* at(int line) const;
    /// Whether the program waits on `line`; false where there is no sync point.
    [[nodiscard]] bool isOn(int line) const;
    [[nodiscard]] int onCount() const;

    /// Flips that differ from what the listing itself says.
    [[nodiscard]] const std::map<int, bool>& flips() const { return m_flips; }
    void setFlips(std::map<int, bool> flips) { m_flips = std::move(flips); }
    void set(int line, bool isOn);
    void clear() { m_flips.clear(); }

    /// The text changed: `delta` lines were inserted after (removed from) `line`; switches below move along.
    void shift(int line, int delta);

    /// Lists for a run: those that are off though the listing waits there, and the reverse.
    [[nodiscard]] std::vector<int> off() const;
    [[nodiscard]] std::vector<int> on() const;

    /// The states of `from` where the statements correspond: the same number of points, in the same order.
    void adopt(const SyncSwitches& from);

private:
    std::vector<engine::frontend::SyncPoint> m_points;
    std::map<int, bool> m_flips;
};

/// How the call of a copy reads when it waits ("copy_to_cpu(y)") or does not ("copy_to_cpu(y, True)"), made from how
/// it reads now; empty if it cannot be told.
[[nodiscard]] std::string rewrittenCall(const engine::frontend::SyncPoint& point, bool isOn);

}  // namespace ui::listing
