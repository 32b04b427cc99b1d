#pragma once

#include "engine/io/detail/byte_stream.h"
#include "engine/io/detail/chrome_events.h"
#include "engine/io/detail/import_records.h"

#include <string>
#include <string_view>

/// Imports Chrome trace events from a string instead of a file.
namespace tests {

inline engine::Result<engine::io::detail::ImportCounts> importJson(std::string_view json, const std::string& title,
                                                                   engine::trace::Store& store)
{
    engine::io::detail::TextStream bytes(json);
    auto events = engine::io::detail::readChromeEvents(bytes);
    if (!events)
        return std::move(events).error();
    return engine::io::detail::importRecords(*std::move(events), title, store);
}

/// Removes the records from the JSON that our export writes. Older versions wrote no records.
inline std::string withoutRecords(std::string json)
{
    const std::size_t records = json.find(",\"overlapRecords\":[");
    return json.erase(records, json.rfind(']') + 1 - records);
}

}  // namespace tests
