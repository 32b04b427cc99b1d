#pragma once

#include "engine/trace/trace.h"

#include <QString>

/// Display names of operations, their kinds, states and causes, and of memory, the same in every view.
namespace ui::model {

/// The place where the name of a kind is shown: in a label ("copy GPU → CPU"), a chip ("Copy to host"), the title of a
/// group ("copies out"), the subject of a sentence ("Copies to the CPU"), the legend of a figure ("copy GPU to CPU").
enum class KindForm : std::uint8_t { Label, Chip, Group, Subject, Figure };
[[nodiscard]] QString kindName(engine::trace::Kind kind, KindForm form = KindForm::Label);
/// The name of a state: "running", "skipped".
[[nodiscard]] QString stateName(engine::trace::OpState state);
/// Returns the name of the thing that delays an operation: "the stream", "the copy engine". Empty for None, Issued and
/// Data.
[[nodiscard]] QString causeName(engine::trace::CauseKind cause);
/// The memory of the host that a copy reads or writes: "pageable", "newly pinned"; empty: none.
[[nodiscard]] QString hostMemoryName(engine::trace::HostMemory memory);
/// "y[17]"; if there is no label, the call of a copy ("y.cpu()") or the operator ("mm"); never empty.
[[nodiscard]] QString operationLabel(const engine::trace::Trace& trace, const engine::trace::Op& op);
/// Returns the name of the thing that the operation waited for, as part of a sentence: "the stream", "y[16]", "the copy
/// engine"; empty if it started without a wait.
[[nodiscard]] QString waitedFor(const engine::trace::Trace& trace, const engine::trace::Op& op);
/// The text that a screen reader speaks: "y[17], compute, GPU 1, 9.97 milliseconds, waits for the stream 169
/// milliseconds".
[[nodiscard]] QString spokenOperation(const engine::trace::Trace& trace, const engine::trace::Op& op);

}  // namespace ui::model
