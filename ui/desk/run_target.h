#pragma once

#include "ui/machines/machines.h"
#include "ui/machines/what_if.h"
#include "ui/runs/workbench.h"

namespace ui::desk {

/// What a run of the open program would run on. Thread: GUI.
class RunTarget {
public:
    RunTarget(const runs::Workbench& bench, const machines::Machines& machines, machines::WhatIf& whatIf)
        : m_bench(bench), m_machines(machines), m_whatIf(whatIf)
    {
    }

    [[nodiscard]] const engine::device::MachineInfo& machine() const { return m_machines.chosen(); }
    /// The id of the chosen machine, or the file of the changed one while "what if" is open.
    [[nodiscard]] std::string machineThatRuns() const { return m_whatIf.machineFor(machine().id); }
    /// The machine that the open program is written for; null: there is none of that name.
    [[nodiscard]] const engine::device::MachineInfo* ownMachine() const;
    [[nodiscard]] bool isReal() const { return machine().kind == engine::trace::PlatformKind::Real; }
    /// A measurement, and a program from a file, run on request only.
    [[nodiscard]] bool waitsForReader() const { return isReal() || !m_bench.document.isTrusted(); }
    /// How many GPUs the open program is written for.
    [[nodiscard]] int gpusNeeded() const { return ownMachine() != nullptr ? ownMachine()->gpuCount : 0; }
    /// What the views of a run get besides its trace: the book's results, the sync points.
    [[nodiscard]] model::RunContext context() const;
    [[nodiscard]] runs::RunController::Request request() const;

private:
    runs::Workbench m_bench;
    const machines::Machines& m_machines;
    machines::WhatIf& m_whatIf;
};

}  // namespace ui::desk
