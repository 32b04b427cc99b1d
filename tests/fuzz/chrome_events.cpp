#include "engine/io/detail/chrome_events.h"
#include "engine/io/chrome_trace.h"
#include "engine/io/detail/import_records.h"
#include "tests/engine/io/import_json.h"
#include "tests/engine/io/imported_samples.h"
#include "tests/engine/trace/sample_traces.h"
#include "tests/fuzz/fuzz.h"

using namespace engine;

/// Fuzzes the reader of Chrome trace events, also with events of PyTorch's profiler.
namespace {

bool read(std::string_view input)
{
    io::detail::TextStream json(input);
    auto events = fuzz::reading([&] { return io::detail::readChromeEvents(json); });
    if (!fuzz::succeeded(events))
        return false;
    trace::Store store;
    const auto counts = fuzz::reading([&] { return io::detail::importRecords(*std::move(events), "input", store); });
    store.close();
    fuzz::use(*store.snapshot());
    return counts.has_value();
}

std::vector<std::string> seeds()
{
    return {
        io::chromeTrace(*tests::sampleTrace(tests::Sample::Elementwise)),
        tests::withoutRecords(io::chromeTrace(*tests::sampleTrace(tests::Sample::Elementwise))),
        tests::kinetoTrace(1, 1),
        tests::kinetoTrace(2, 1),
        R"([{"ph":"B","name":"a","pid":1,"tid":"x","ts":0},{"ph":"b","cat":"c","id":"0x1","name":"n","pid":1,"ts":1},
{"ph":"e","cat":"c","id":"0x1","name":"n","pid":1,"ts":4},{"ph":"E","pid":1,"tid":"x","ts":3}])",
        R"([{"ph":"C","name":"heap","pid":1,"ts":1,"args":{"bytes":1000}},{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":1}])"};
}

}  // namespace

const fuzz::Target fuzz::kTarget = {read, seeds, nullptr, fuzz::WithoutMemory::Throws};
