#pragma once

#include "engine/device/platform.h"
#include "engine/trace/trace.h"
#include "ui/inspect/try_this_card.h"
#include "ui/inspect/what_happened_view.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <QSet>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ui::teach {

using Suggestion = engine::frontend::Program::Suggestion;

/// The values of a run that the sentence of a suggestion states. They are from the last timed block with the
/// suggestion's label.
struct SuggestionValues {
    QString time;
    QString hidden;  ///< fraction of the copying that computing hides, as text; empty if the sentence has none

    bool operator==(const SuggestionValues&) const = default;
};
/// Returns the values that the sentence of a suggestion states for this run.
[[nodiscard]] SuggestionValues suggestionValues(const engine::trace::Trace& trace, const Suggestion& suggestion);

/// Fills the "Try this" card and the suggestions after an out-of-memory error. Their numbers come from background runs.
/// Thread: GUI.
class Advice : public QObject {
    Q_OBJECT

public:
    explicit Advice(const runs::Workbench& bench) : m_document(bench.document), m_controller(bench.controller) {}

    void setMachine(const engine::device::MachineInfo& machine) { m_machine = machine; }
    /// Offers the program's first suggestion that is not applied yet and whose background run succeeds and changes a
    /// number in the suggestion's sentence. Withdraws the card if there is no such suggestion, if the run failed, if
    /// the listing was edited or is not trusted, or if the machine is real, because a measured run starts only on
    /// request.
    void offer(inspect::TryThisCard& card, const engine::trace::TracePtr& trace);
    /// Returns the suggestions that apply to the program, for a run that ran out of memory; none if the listing is not
    /// trusted.
    [[nodiscard]] std::vector<inspect::Remedy> remedies(const engine::trace::TracePtr& trace,
                                                        std::function<void(const QString&)> switchMachine);
    /// Number of products that fitted into memory before an allocation failed. Empty if the run did not run out of
    /// memory, if the program has no parameter "products", or if none or all of the products fitted.
    [[nodiscard]] std::optional<qlonglong> fittingProducts(const engine::trace::Trace& trace) const;

private:
    using Request = engine::frontend::RunRequest;
    [[nodiscard]] bool isDone(const Suggestion& suggestion) const;
    void apply(const Suggestion& suggestion);
    [[nodiscard]] std::function<void(inspect::Remedy::Done)> peakOfRun(Request request);
    std::optional<inspect::Remedy> copyAsYouGo();
    std::optional<inspect::Remedy> smallerMatrices(const engine::trace::Trace& trace);
    [[nodiscard]] std::optional<inspect::Remedy> keepFewer(const engine::trace::Trace& trace) const;
    std::optional<inspect::Remedy> fewerProducts(const engine::trace::Trace& trace);

    listing::ProgramDocument& m_document;
    runs::RunController& m_controller;
    engine::device::MachineInfo m_machine;
    std::weak_ptr<const engine::trace::Trace> m_adviceOf;
    QSet<QString> m_withoutEffect;  ///< titles of suggestions whose run does not change the number that their text
                                    ///< states, for `m_adviceOf`
};

/// Seconds of the last timed block with this label; an empty label matches every block. Empty if no block matches.
[[nodiscard]] std::optional<double> secondsOf(const engine::trace::Trace& trace, const std::string& label);

/// Whether a wait is in the state in which the program opens: on or off as in the listing, or off if the program's
/// header switches it off.
[[nodiscard]] bool isAsOpened(const engine::frontend::Program& program, engine::frontend::Dialect dialect,
                              const engine::frontend::SyncPoint& point, bool isOn);

/// Returns a listing that copies each product to the CPU as soon as it is computed, so that the GPU stores few products
/// at a time. Empty if the listing has no list comprehension of products.
[[nodiscard]] QString copyingListing(const QString& source, engine::frontend::Dialect dialect);

}  // namespace ui::teach
