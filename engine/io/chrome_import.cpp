#include "engine/io/chrome_trace.h"
#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/chrome_events.h"
#include "engine/io/detail/import_records.h"

namespace engine::io {

Result<ChromeImportReport> importChromeTrace(std::string_view json, const std::string& title, trace::Store& store)
{
    detail::TextStream bytes(json);
    Result<detail::ImportedEvents> events = detail::readChromeEvents(bytes);
    if (!events)
        return std::move(events).error();
    const Result<detail::ImportCounts> counts = detail::importRecords(*std::move(events), title, store);
    if (!counts)
        return counts.error();
    return ChromeImportReport{counts->slices, counts->skipped, counts->note};
}

}  // namespace engine::io
