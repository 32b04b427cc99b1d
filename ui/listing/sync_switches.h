#pragma once

#include "engine/frontend/program.h"
#include "ui/look/removed_code.h"

#include <QHash>
#include <map>
#include <string>
#include <vector>

namespace ui::listing {

/// The sync points of a listing, and which of them the user has flipped. A value type, tested without a window. Lines
/// count from 1.
class SyncSwitches {
public:
    [[nodiscard]] const std::vector<engine::frontend::SyncPoint>& points() const { return m_points; }
    /// Replaces the sync points after an analysis. Drops flips on lines without a sync point, and flips to the state
    /// that the line itself now has.
    void setPoints(std::vector<engine::frontend::SyncPoint> points);

    /// The first sync point of a line; null: none. Valid until setPoints().
    [[nodiscard]] const engine::frontend::SyncPoint* at(int line) const;
    /// Whether the program waits on `line`; false if the line has no sync point.
    [[nodiscard]] bool isOn(int line) const;
    /// `text` is the code of `line`. Returns the parts of it that do not run because the wait on `line` is switched
    /// off.
    [[nodiscard]] std::vector<look::CodeSpan> removedCode(int line, const QString& text) const;
    [[nodiscard]] int onCount() const;
    /// For each line with a sync point whether the program waits there; for RunContext.
    [[nodiscard]] QHash<int, bool> states() const;

    /// Switches whose state differs from the listing.
    [[nodiscard]] const std::map<int, bool>& flips() const { return m_flips; }
    void setFlips(std::map<int, bool> flips) { m_flips = std::move(flips); }
    /// Switches the wait of a line. No effect on a line without one.
    void set(int line, bool isOn);

    /// Adapts to an edit: `delta` lines were inserted (negative: removed) after `line`; later switches move with their
    /// lines.
    void shift(int line, int delta);

    /// Lines of flipped waits for a run request: off() returns those that are off now, on() those that are on now.
    [[nodiscard]] std::vector<int> off() const { return flippedTo(false); }
    [[nodiscard]] std::vector<int> on() const { return flippedTo(true); }

    /// Copies the states of `from` by position, if both have the same number of sync points.
    void adopt(const SyncSwitches& from);

private:
    [[nodiscard]] std::vector<int> flippedTo(bool isOn) const;

    std::vector<engine::frontend::SyncPoint> m_points;
    std::map<int, bool> m_flips;
};

/// Returns the current call of a copy, rewritten so that the program waits for the copy ("copy_to_cpu(y)") or does not
/// wait ("copy_to_cpu(y, True)"); empty if that is not possible.
[[nodiscard]] std::string rewrittenCall(const engine::frontend::SyncPoint& point, bool isOn);

}  // namespace ui::listing
