#include "ui/model/operation_labels.h"

#include "engine/analysis/scope.h"
#include "engine/analysis/start.h"
#include "ui/look/translate.h"
#include "ui/model/lane_names.h"

#include <QLocale>
#include <QStringList>
#include <array>

namespace ui::model {

using engine::analysis::hasEnded;
using engine::analysis::hasStarted;
using engine::trace::CauseKind;
using engine::trace::HostMemory;
using engine::trace::Kind;
using engine::trace::OpState;

namespace {

/// Formats a duration for screen readers: three significant digits, with the unit as a word.
QString spokenDuration(Nanoseconds t)
{
    const double ms = static_cast<double>(t.count()) * 1e-6;
    if (ms >= 1000.0)
        return tr("%1 seconds").arg(QLocale().toString(ms / 1000.0, 'g', 3));
    if (ms >= 0.001)
        return tr("%1 milliseconds").arg(QLocale().toString(ms, 'g', 3));
    return tr("%n nanosecond(s)", nullptr, static_cast<int>(t.count()));
}

}  // namespace

QString kindName(Kind kind, KindForm form)
{
    // `forms` has one name for each enumerator of KindForm, in the same order.
    const auto name = [form](const std::array<const char*, 5>& forms) {
        return tr(forms[static_cast<std::size_t>(form)]);
    };
    switch (kind) {
        case Kind::Compute:
            return name({QT_TRANSLATE_NOOP("Overlap", "compute"), QT_TRANSLATE_NOOP("Overlap", "Compute"),
                         QT_TRANSLATE_NOOP("Overlap", "computes"),
                         QT_TRANSLATE_NOOP("Overlap", "Operations that compute"),
                         QT_TRANSLATE_NOOP("Overlap", "compute")});
        case Kind::Backward:
            return name({QT_TRANSLATE_NOOP("Overlap", "backward"), QT_TRANSLATE_NOOP("Overlap", "Backward"),
                         QT_TRANSLATE_NOOP("Overlap", "backward"), QT_TRANSLATE_NOOP("Overlap", "Backward operations"),
                         QT_TRANSLATE_NOOP("Overlap", "backward")});
        case Kind::Elementwise:
            return name({QT_TRANSLATE_NOOP("Overlap", "elementwise"), QT_TRANSLATE_NOOP("Overlap", "Elementwise"),
                         QT_TRANSLATE_NOOP("Overlap", "elementwise"),
                         QT_TRANSLATE_NOOP("Overlap", "Elementwise operations"),
                         QT_TRANSLATE_NOOP("Overlap", "elementwise")});
        case Kind::CopyIn:
            return name({QT_TRANSLATE_NOOP("Overlap", "copy CPU → GPU"), QT_TRANSLATE_NOOP("Overlap", "Copy to GPU"),
                         QT_TRANSLATE_NOOP("Overlap", "copies in"), QT_TRANSLATE_NOOP("Overlap", "Copies to a GPU"),
                         QT_TRANSLATE_NOOP("Overlap", "copy CPU to GPU")});
        case Kind::CopyOut:
            return name({QT_TRANSLATE_NOOP("Overlap", "copy GPU → CPU"), QT_TRANSLATE_NOOP("Overlap", "Copy to host"),
                         QT_TRANSLATE_NOOP("Overlap", "copies out"), QT_TRANSLATE_NOOP("Overlap", "Copies to the CPU"),
                         QT_TRANSLATE_NOOP("Overlap", "copy GPU to CPU")});
        case Kind::CopyPeer:
            return name({QT_TRANSLATE_NOOP("Overlap", "copy GPU → GPU"), QT_TRANSLATE_NOOP("Overlap", "Copy to peer"),
                         QT_TRANSLATE_NOOP("Overlap", "copies to a peer"),
                         QT_TRANSLATE_NOOP("Overlap", "Copies between GPUs"),
                         QT_TRANSLATE_NOOP("Overlap", "copy GPU to GPU")});
        case Kind::Collective:
            return name({QT_TRANSLATE_NOOP("Overlap", "communication"), QT_TRANSLATE_NOOP("Overlap", "Collective"),
                         QT_TRANSLATE_NOOP("Overlap", "collectives"), QT_TRANSLATE_NOOP("Overlap", "Collectives"),
                         QT_TRANSLATE_NOOP("Overlap", "communication between ranks")});
        case Kind::Host:
            return name({QT_TRANSLATE_NOOP("Overlap", "CPU work"), QT_TRANSLATE_NOOP("Overlap", "Host work"),
                         QT_TRANSLATE_NOOP("Overlap", "program"), QT_TRANSLATE_NOOP("Overlap", "Operations of the CPU"),
                         QT_TRANSLATE_NOOP("Overlap", "program issues, pages")});
    }
    return {};
}

QString stateName(OpState state)
{
    switch (state) {
        case OpState::Issued:
            return tr("queued");
        case OpState::Ready:
            return tr("ready");
        case OpState::Running:
            return tr("running");
        case OpState::Done:
            return tr("done");
        case OpState::Failed:
            return tr("failed");
        case OpState::Skipped:
            return tr("skipped");
        case OpState::Cancelled:
            return tr("cancelled");
    }
    return {};
}

QString causeName(CauseKind cause)
{
    switch (cause) {
        case CauseKind::None:
        case CauseKind::Issued:
        case CauseKind::Data:
            return {};
        case CauseKind::Stream:
            return tr("the stream");
        case CauseKind::CopyEngine:
            return tr("the copy engine");
        case CauseKind::Worker:
            return tr("a worker");
        case CauseKind::Resource:
            return tr("a shared resource");
        case CauseKind::Memory:
            return tr("memory");
        case CauseKind::Synchronise:
            return tr("the program");
    }
    return {};
}

QString hostMemoryName(HostMemory memory)
{
    switch (memory) {
        case HostMemory::None:
            return {};
        case HostMemory::PageableFresh:
            return tr("pageable, new pages");
        case HostMemory::PageableWarm:
            return tr("pageable");
        case HostMemory::PinnedFresh:
            return tr("newly pinned");
        case HostMemory::PinnedPool:
            return tr("pinned");
    }
    return {};
}

QString operationLabel(const Trace& trace, const Op& op)
{
    // The label "_" marks an unused result; the name of the operator is more informative.
    if (op.label.isValid())
        if (const QString label = QString::fromUtf8(trace.text(op.label));
            !label.isEmpty() && label != QLatin1String("_"))
            return label;
    // The operators of copies are "cpu" and "to", which are unclear alone; the call, such as "y.cpu()", is better.
    if (!op.label.isValid() && op.text.isValid() && isCopy(op.kind))
        if (const QString call = QString::fromUtf8(trace.text(op.text)); call.contains(QLatin1Char('(')))
            return call;
    const QString name = QString::fromUtf8(trace.text(op.name));
    return name.isEmpty() ? tr("operation %1").arg(op.id.index) : name;
}

QString waitedFor(const Trace& trace, const Op& op)
{
    if (!hasStarted(op) || op.started <= op.issued)
        return {};
    const engine::trace::Cause cause = engine::analysis::lastDelay(trace, op);
    if (cause.kind != CauseKind::Data)
        return causeName(cause.kind);
    return trace.has(cause.op) ? operationLabel(trace, trace.op(cause.op)) : tr("its input");
}

QString spokenOperation(const Trace& trace, const Op& op)
{
    QStringList parts{operationLabel(trace, op), kindName(op.kind), placeOf(trace, op)};
    if (hasEnded(op))
        parts << spokenDuration(op.finished - op.started);
    else
        parts << stateName(op.state);
    if (const QString what = waitedFor(trace, op); !what.isEmpty())
        parts << tr("waits for %1 %2").arg(what, spokenDuration(op.started - op.issued));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

}  // namespace ui::model
