#pragma once

#include "engine/trace/trace.h"
#include "ui/listing/program_document.h"
#include "ui/look/theme.h"
#include "ui/model/line_marks.h"
#include "ui/model/selection.h"
#include "ui/model/trace_feed.h"

#include <map>
#include <optional>
#include <set>

namespace ui::listing {

/// The state of each line of the listing: the results of the displayed run, a syntax problem, and whether the line is
/// selected, hovered or executed at the playhead. Thread: GUI.
class LineStates {
public:
    /// A label at the end of a line.
    struct Label {
        QString text;
        bool isFailed = false;
        QString before{};         ///< the previous run's result, if it differs: "0.4968" of "0.4968 → 0.0006 s"
        bool isMistimed = false;  ///< the printed time is not the time of the block's work
        QString work{};           ///< the time of the block's work, shown below the printed time
        bool isReached = true;    ///< false: not painted, because the replay has not reached the result
    };

    LineStates(const ProgramDocument& document, const model::TraceFeed& feed, const model::Selection& selection)
        : m_document(document), m_feed(feed), m_selection(selection)
    {
    }

    /// Reads the results of the displayed run. Returns the line of the run's error if it differs from the previous
    /// call's, else 0.
    int readRun();
    /// Whether the displayed run executed the displayed text.
    [[nodiscard]] bool isUpToDate() const { return m_isUpToDate; }
    /// Whether the results belong to a run with earlier settings.
    [[nodiscard]] bool isStale() const { return m_feed.context().isStale; }
    /// The line of the displayed text that issued the operation; 0: none, or the text differs from that of the run.
    [[nodiscard]] int lineOf(engine::OpId op) const;
    [[nodiscard]] std::optional<Label> labelOf(int line) const;
    [[nodiscard]] QColor tintOf(int line, const look::Tokens& tokens) const;  ///< tint of a line; invalid: none
    /// The line that the program executes at the playhead during a replay; 0: none.
    [[nodiscard]] int currentLine() const { return m_currentLine; }
    /// Returns whether the current line changed.
    bool setCurrentLine(int line);
    /// Sets the time of the playhead during a replay; none: no replay. Returns whether a result appeared or
    /// disappeared.
    bool setMoment(std::optional<engine::Nanoseconds> moment);

private:
    void readRunBefore();
    [[nodiscard]] bool isReached(const model::LineMark& mark) const { return !m_time || mark.known <= *m_time; }

    const ProgramDocument& m_document;
    const model::TraceFeed& m_feed;
    const model::Selection& m_selection;
    std::optional<engine::Nanoseconds> m_time;
    std::map<int, model::LineMark> m_marks;
    std::map<int, model::LineMark> m_marksBefore;  ///< marks of the previous run, by line of the displayed text
    std::set<int> m_widerWaits;  ///< lines whose `synchronize()` names no device and waits for all devices
    int m_currentLine = 0;
    int m_failedLine = 0;
    bool m_isUpToDate = false;
};

}  // namespace ui::listing
