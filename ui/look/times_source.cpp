#include "ui/look/times_source.h"

#include "engine/trace/imported.h"
#include "ui/look/translate.h"

namespace ui::look {

using engine::trace::PlatformKind;
using engine::trace::RunInfo;

namespace {

/// Returns false for a file that was cut off before its first record, because such a file does not describe its run.
bool isDescribed(const RunInfo& run)
{
    return !run.program.empty() || !run.machine.empty();
}

}  // namespace

QString timesSource(const RunInfo& run)
{
    if (!isDescribed(run))
        return tr("no records");
    if (run.platform == PlatformKind::Virtual)
        return tr("simulated");
    return engine::trace::isImported(run) ? tr("imported") : tr("measured");
}

QString timesSourceSentence(const RunInfo& run)
{
    if (!isDescribed(run))
        return tr("The file has no records that name a program or a machine.");
    if (run.platform == PlatformKind::Virtual)
        return tr("These times come from the model of a machine, not from a measurement.");
    return engine::trace::isImported(run) ? tr("Another program recorded these times.")
                                          : tr("These times were measured.");
}

}  // namespace ui::look
