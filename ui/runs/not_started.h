#pragma once

#include "ui/listing/program_document.h"
#include "ui/model/trace_feed.h"
#include "ui/runs/banner.h"
#include "ui/runs/status_figures.h"

#include <QCoreApplication>
#include <functional>
#include <memory>

namespace ui::runs {

/// A run that was refused, or a listing that is not Python: what is on the screen stays there, paler, and the status
/// bar does not call it finished. Over as soon as another run is on the screen. Thread: GUI.
class NotStarted {
    Q_DECLARE_TR_FUNCTIONS(ui::runs::NotStarted)

public:
    NotStarted(model::TraceFeed& feed, const listing::ProgramDocument& document) : m_feed(feed), m_document(document) {}

    /// What is shown is of a listing before this one.
    void mark();
    [[nodiscard]] bool isOn() const;
    /// What the status bar says instead of how the run before ended.
    void tell(StatusReport& report) const;
    /// Why, with a way to the line if it is the listing's.
    [[nodiscard]] Banner::Message message(const QString& sentence, std::function<void(int)> goToLine) const;

private:
    model::TraceFeed& m_feed;
    const listing::ProgramDocument& m_document;
    std::weak_ptr<const engine::trace::Trace> m_shown;
};

}  // namespace ui::runs
