#pragma once

#include "engine/device/platform.h"
#include "engine/trace/trace.h"
#include "ui/inspect/try_this_card.h"
#include "ui/inspect/what_happened_view.h"
#include "ui/runs/workbench.h"

#include <QObject>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ui::teach {

/// What "Try this" and the ways out offer, each with a number that a run in the background gave. Thread: GUI.
class Advice : public QObject {
    Q_OBJECT

public:
    explicit Advice(const runs::Workbench& bench) : m_document(bench.document), m_controller(bench.controller) {}

    void setMachine(const engine::device::MachineInfo& machine) { m_machine = machine; }
    /// Offers the program's first suggestion that is not carried out yet; withdraws the card if there is none or the
    /// machine is real, since a measured run is never made unasked.
    void offer(inspect::TryThisCard& card, const engine::trace::TracePtr& trace);
    /// Ways out of a run that ran out of memory, as far as the program has the parameters for them.
    [[nodiscard]] std::vector<inspect::WayOut> waysOut(const engine::trace::TracePtr& trace,
                                                       std::function<void(const QString&)> switchMachine);
    /// How many products were there when the next was refused; none if the program has no such parameter.
    [[nodiscard]] std::optional<qlonglong> fittingProducts(const engine::trace::Trace& trace) const;

private:
    using Request = engine::frontend::RunRequest;
    using Suggestion = engine::frontend::Program::Suggestion;

    [[nodiscard]] bool isDone(const Suggestion& suggestion) const;
    void apply(const Suggestion& suggestion);
    [[nodiscard]] std::function<void(inspect::WayOut::Done)> peakOfRun(Request request);
    std::optional<inspect::WayOut> copyAsYouGo();
    std::optional<inspect::WayOut> smallerMatrices(const engine::trace::Trace& trace);
    std::optional<inspect::WayOut> fewerProducts(const engine::trace::Trace& trace);

    listing::ProgramDocument& m_document;
    runs::RunController& m_controller;
    engine::device::MachineInfo m_machine;
};

/// The seconds of the last timed block with this label, or of the last of all where `label` is empty; none: nothing is
/// timed, or nothing of that name.
[[nodiscard]] std::optional<double> secondsOf(const engine::trace::Trace& trace, const std::string& label);

/// Whether a wait stands as the program opens: as the listing has it, but for those that its header switches off.
[[nodiscard]] bool isAsOpened(const engine::frontend::Program& program, engine::frontend::Dialect dialect,
                              const engine::frontend::SyncPoint& point, bool isOn);

/// A listing that copies each product to the CPU as it is made, so that only two live at a time; empty if the listing
/// has no list of products.
[[nodiscard]] QString copyingListing(const QString& source, engine::frontend::Dialect dialect);

}  // namespace ui::teach
