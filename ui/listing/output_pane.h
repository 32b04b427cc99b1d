#pragma once

#include "engine/analysis/warnings.h"
#include "ui/listing/program_document.h"
#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QPlainTextEdit>
#include <optional>
#include <string>
#include <vector>

namespace ui::listing {

/// Shows what the program printed, results of notebook cells, and the traceback of an error. Thread: GUI.
class OutputPane : public QPlainTextEdit {
    Q_OBJECT

public:
    OutputPane(const look::Theme& theme, model::TraceFeed& feed, QWidget* parent = nullptr);

    /// Whether the run has output other than lines of Benchmark, which the listing already shows; a warning and a
    /// traceback count as output.
    [[nodiscard]] bool hasUnread() const { return m_hasUnread; }

    /// Whether the program printed output other than lines of Benchmark, or the run has a note that is a warning. A
    /// traceback alone does not count, because a banner shows the error.
    [[nodiscard]] bool hasPrinted() const { return m_hasPrinted; }

    /// Shows only what was printed until this time of a replay; std::nullopt: everything.
    void setMoment(std::optional<engine::Nanoseconds> moment);

    /// Height in pixels that shows all lines.
    [[nodiscard]] int heightOfText() const;

signals:
    void unreadChanged();

private:
    [[nodiscard]] const engine::trace::Trace& printed() const;
    void showRun();
    void showWhyEmpty();
    void showOutputs();
    void showOutput(const engine::trace::OutputRecord& output);
    void showWarning(std::int32_t line, const engine::Message& text);
    void append(const QString& text, const QColor& colour);
    void flush();

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    std::optional<engine::Nanoseconds> m_time;
    std::size_t m_shown = 0;
    std::size_t m_shownNotes = 0;
    std::optional<std::vector<engine::analysis::Warning>>
        m_warnings;  ///< mistimed blocks of the ended run, in time order
    std::size_t m_shownWarnings = 0;
    bool m_isErrorShown = false;
    bool m_hasUnread = false;
    bool m_hasPrinted = false;
    QString m_pending;  ///< text that is not inserted into the document yet
    QColor m_pendingColour;
    std::string m_first;      ///< the first text as last displayed; it changes when its lines get the rank as a prefix
    bool m_hasGap = false;    ///< output was left out while the program was running
    bool m_endsLine = false;  ///< the output ends with a line break that is not inserted yet
};

}  // namespace ui::listing
