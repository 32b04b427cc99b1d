#pragma once

#include "ui/machines/machines.h"
#include "ui/machines/what_if.h"
#include "ui/runs/workbench.h"

namespace ui::desk {

/// Determines the machine and the request for a run of the open program. Thread: GUI.
class RunTarget {
public:
    RunTarget(const runs::Workbench& bench, const machines::Machines& machines, machines::WhatIf& whatIf)
        : m_bench(bench), m_machines(machines), m_whatIf(whatIf)
    {
    }

    [[nodiscard]] const engine::device::MachineInfo& machine() const { return m_machines.chosen(); }
    /// The id of the selected machine, or while "what if" is open, the file of the changed machine.
    [[nodiscard]] std::string machineThatRuns() const { return m_whatIf.machineFor(machine().id); }
    /// The number of GPUs of the machine that runs the program.
    [[nodiscard]] int gpuCount() const { return machine().gpuCount + m_whatIf.addedGpus(); }
    /// The machine that the open program is written for; null: that machine does not exist.
    [[nodiscard]] const engine::device::MachineInfo* ownMachine() const;
    [[nodiscard]] bool isReal() const { return machine().kind == engine::trace::PlatformKind::Real; }
    /// Whether a run starts only on request: measurements, and programs from files that the user has not allowed yet.
    [[nodiscard]] bool waitsForReader() const { return isReal() || !m_bench.document.isTrusted(); }
    /// The number of GPUs that the open program is written for; 0: unknown.
    [[nodiscard]] int gpusNeeded() const { return ownMachine() != nullptr ? ownMachine()->gpuCount : 0; }
    /// The run context of the feed, with the current program's results from the book and its current sync points.
    [[nodiscard]] model::RunContext context() const;
    [[nodiscard]] runs::RunController::Request request() const;

private:
    runs::Workbench m_bench;
    const machines::Machines& m_machines;
    machines::WhatIf& m_whatIf;
};

}  // namespace ui::desk
