#pragma once

#include "ui/listing/program_document.h"
#include "ui/look/theme.h"
#include "ui/model/trace_feed.h"

#include <QPlainTextEdit>
#include <optional>

namespace ui::listing {

/// What the program printed, results of cells as a notebook shows them, and the traceback of an error. Thread: GUI.
class OutputPane : public QPlainTextEdit {
    Q_OBJECT

public:
    OutputPane(const look::Theme& theme, model::TraceFeed& feed, QWidget* parent = nullptr);

    /// Whether there is more than the lines that Benchmarks print, which the listing shows already.
    [[nodiscard]] bool hasNews() const { return m_hasNews; }

    /// Whether the program itself printed such lines; a traceback alone has its banner.
    [[nodiscard]] bool hasPrinted() const { return m_hasPrinted; }

    /// Only what the program had printed at a moment of a replay; none: all of it.
    void setMoment(std::optional<engine::Nanoseconds> moment);

    /// Pixels that all of it needs.
    [[nodiscard]] int heightOfText() const;

signals:
    void newsChanged();

private:
    void showRun();
    void sayWhyEmpty();
    void showOutputs();
    void showOutput(const engine::trace::OutputRecord& output);
    void append(const QString& text, const QColor& colour);
    void flush();

    const look::Theme& m_theme;
    model::TraceFeed& m_feed;
    std::optional<engine::Nanoseconds> m_moment;
    std::size_t m_shown = 0;
    std::size_t m_shownNotes = 0;
    bool m_isErrorShown = false;
    bool m_hasNews = false;
    bool m_hasPrinted = false;
    QString m_pending;  ///< appended, but not yet in the document
    QColor m_pendingColour;
    bool m_hasGap = false;    ///< while it ran, texts were left out
    bool m_endsLine = false;  ///< the text so far ends a line that is not yet broken
};

}  // namespace ui::listing
