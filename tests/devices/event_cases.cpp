#include "tests/devices/conformance.h"

#include <algorithm>

// Checks invariant 17 (engine/device/INVARIANTS.md) with the waits that each case requests; trace_rules.h checks it
// only with the recorded edges.
namespace conformance {

namespace {

using ops::Operator;

struct Streams {
    StreamId first;
    StreamId second;
};

std::optional<Streams> twoStreams(Checks& check, Driver& driver)
{
    const auto first = driver.platform().streams().create(driver.device);
    const auto second = driver.platform().streams().create(driver.device);
    if (first && second)
        return Streams{*first, *second};
    check.refuses(first.error(), "a device without streams");
    return {};
}

bool hasEdge(const trace::Trace& trace, OpId from, OpId to)
{
    return std::ranges::any_of(trace.edges(),
                               [&](const trace::Edge& edge) { return edge.from == from && edge.to == to; });
}

/// A wait refers to the latest recording of the event before the call. Later recordings do not change the wait.
void earlierWaitIgnoresALaterRecord(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const auto streams = twoStreams(check, driver);
    if (!streams)
        return;
    device::Platform& platform = driver.platform();
    const Handle a = driver.create({100, 100});
    const Handle later = driver.create({300, 300});
    const Handle b = driver.create({10});
    const auto before = driver.push(Operator::RandomUniform, {}, a, 0, 1, streams->first);
    const auto event = platform.streams().record(streams->first);
    if (!event)
        return check.that(false, "an event can be recorded");
    platform.streams().wait(streams->second, *event);
    const auto behind = driver.push(Operator::RandomUniform, {}, later, 0, 1, streams->first);
    check.succeeds(platform.streams().recordAgain(*event, streams->first), "the event marks later operations");
    const auto after = driver.push(Operator::Fill, {}, b, 1, 0, streams->second);

    const trace::TracePtr trace = driver.finish();

    if (!before || !behind || !after)
        return check.that(false, "everything is accepted");
    check.that(trace->op(*after).started >= trace->op(*before).finished, "it follows what the event marked then");
    check.that(!hasEdge(*trace, *behind, *after), "it does not follow what the event marks now");
}

/// A second wait, after the event was recorded again, refers to the new recording.
void laterWaitUsesTheLatestRecord(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const auto streams = twoStreams(check, driver);
    if (!streams)
        return;
    device::Platform& platform = driver.platform();
    const Handle a = driver.create({300, 300});
    const Handle b = driver.create({10});
    const auto event = platform.streams().record(streams->first);
    if (!event)
        return check.that(false, "an event can be recorded");
    check.succeeds(platform.streams().synchronize(*event, {1, {}}), "an event without earlier work completes");
    check.that(platform.streams().isDone(*event), "it reports completion");
    const auto before = driver.push(Operator::RandomUniform, {}, a, 0, 1, streams->first);
    check.succeeds(platform.streams().recordAgain(*event, streams->first), "an event can be recorded again");
    platform.streams().wait(streams->second, *event);
    const auto after = driver.push(Operator::Fill, {}, b, 1, 0, streams->second);

    const trace::TracePtr trace = driver.finish();

    check.that(before && after && trace->op(*after).started >= trace->op(*before).finished,
               "what follows the wait starts after what the event marks now");
}

/// The time between two events covers the operations queued between them.
void operationsFitBetweenTheirEvents(Checks& check)
{
    constexpr Nanoseconds kResolution{2'000};  // resolution of times that driver events measure
    Driver driver(check.opener(), check.options());
    const auto streams = twoStreams(check, driver);
    if (!streams)
        return;
    device::Platform& platform = driver.platform();
    const auto begin = platform.streams().record(streams->first);
    std::vector<OpId> ids;
    for (int i = 0; i < 5; ++i)
        if (const auto op = driver.push(Operator::RandomUniform, {}, driver.create({300, 300}), 0, 1, streams->first))
            ids.push_back(*op);
    const auto end = platform.streams().record(streams->first);
    if (!begin || !end || ids.size() != 5)
        return check.that(false, "events and operations are accepted");
    check.succeeds(platform.streams().synchronize(*end, {1, {}}), "the second event is reached");
    const auto elapsed = platform.streams().elapsed(*begin, *end);
    const auto backwards = platform.streams().elapsed(*end, *end);
    check.that(elapsed && *elapsed >= Nanoseconds{}, "time passes forwards between them");
    check.that(backwards && *backwards == Nanoseconds{}, "none passes between an event and itself");

    const trace::TracePtr trace = driver.finish();

    // On the host's clock, an operation lasts from its queueing until the host notices its end, so the measured time is
    // too long. The same holds for single operations that the device's clock did not measure.
    const bool isByHost = std::ranges::any_of(trace->notes(), [&](const trace::NoteRecord& note) {
        const std::string text = note.text.english();
        return text.find("the host's clock") != std::string::npos || text.find("not measured") != std::string::npos;
    });
    Nanoseconds busy{};
    for (const OpId op : ids)
        busy += trace->op(op).finished - trace->op(op).started;
    check.that(isByHost || (elapsed && *elapsed + kResolution * 5 >= busy), "the operations between them fit in");
}

}  // namespace

const std::vector<Case>& eventCases()
{
    static const std::vector<Case> kCases = {
        {"an earlier wait ignores a later record", earlierWaitIgnoresALaterRecord},
        {"a later wait uses the latest record", laterWaitUsesTheLatestRecord},
        {"operations fit between their events", operationsFitBetweenTheirEvents},
    };
    return kCases;
}

}  // namespace conformance
