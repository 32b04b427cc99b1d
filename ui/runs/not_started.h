#pragma once

#include "ui/listing/program_document.h"
#include "ui/model/trace_feed.h"
#include "ui/runs/banner.h"
#include "ui/runs/status_figures.h"

#include <QCoreApplication>
#include <functional>
#include <memory>

namespace ui::runs {

/// Remembers that a run was refused, or that the listing is not valid Python. The previous run then stays on the screen
/// in paler colours, and the status bar does not call it finished. This state ends when another run is shown. Thread:
/// GUI.
class NotStarted {
    Q_DECLARE_TR_FUNCTIONS(ui::runs::NotStarted)

public:
    NotStarted(model::TraceFeed& feed, const listing::ProgramDocument& document) : m_feed(feed), m_document(document) {}

    /// Marks the displayed run as older than the listing.
    void mark();
    [[nodiscard]] bool isOn() const;
    /// While isOn(), replaces the report on the previous run by a headline: the syntax error, or "Not started".
    void setHeadline(StatusReport& report) const;
    /// Returns the banner that explains the reason; if the error is in the listing, with a link to its line.
    [[nodiscard]] Banner::MakeMessage message(const engine::Message& reason, std::function<void(int)> goToLine) const;

private:
    model::TraceFeed& m_feed;
    const listing::ProgramDocument& m_document;
    std::weak_ptr<const engine::trace::Trace> m_shown;
};

}  // namespace ui::runs
