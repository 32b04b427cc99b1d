#include "tests/devices/conformance.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace conformance {

using ops::Operator;
using ops::Shape;

void Checks::run(const Case& one)
{
    try {
        one.run(*this);
    } catch (const OpenFailure& failure) {
        that(false, failure.what());
    }
}

void Checks::that(bool isTrue, const std::string& claim)
{
    if (!isTrue)
        m_broken.push_back(claim);
}

void Checks::succeeds(const Status& status, const std::string& claim)
{
    if (!status)
        m_broken.push_back(claim + " (" + status.error().english() + ")");
}

void Checks::fails(const Status& status, ErrorCode code, const std::string& claim)
{
    if (status)
        m_broken.push_back(claim + " (there was no error)");
    else if (status.error().code != code || status.error().english().size() < 10)
        m_broken.push_back(claim + " (the error was: " + status.error().english() + ")");
}

void Checks::refuses(const Status& status, const std::string& claim)
{
    if (status || status.error().english().size() < 10)
        m_broken.push_back(claim + " must be refused with a sentence");
}

void Checks::equal(const Result<Values>& found, const Values& expected, const std::string& claim)
{
    if (!found)
        m_broken.push_back(claim + " (" + found.error().english() + ")");
    else if (*found != expected)
        m_broken.push_back(claim +
                           (found->empty() ? "" : " (the first value was " + std::to_string((*found)[0]) + ")"));
}

namespace {

Status statusOf(const Result<OpId>& result)
{
    return result ? Status() : Status(result.error());
}

/// Larger than any memory, but its number of elements does not overflow.
const Shape kHuge{1'000'000, 1'000'000};

void finishesWithASoundTrace(Checks& check, Driver& driver)
{
    const trace::TracePtr trace = driver.finish();
    const std::string problem = problemOf(*trace);
    check.that(problem.empty(), "the trace is sound: " + problem);
}

void valuesOfTheFirstProgram(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle a = driver.fill({1, 2}, 1);
    const Handle b = driver.fill({1, 2}, 1);
    const Handle product = driver.apply(Operator::Multiply, {a, b});
    const Handle c = driver.apply(Operator::AddScalar, {product}, {}, 2);

    check.equal(driver.valuesOf(c), {3, 3}, "ones(1, 2) * ones(1, 2) + 2 is [[3, 3]]");
    finishesWithASoundTrace(check, driver);
}

void valuesOfEachTypeOfOperation(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = driver.apply(Operator::Arange, {}, {2, 3}, 1, 1);
    const Handle square = driver.apply(Operator::MatMul, {x, driver.apply(Operator::Transpose, {x})});

    check.equal(driver.valuesOf(square), {14, 32, 32, 77}, "x times its transpose");
    check.equal(driver.valuesOf(driver.apply(Operator::Sum, {x})), {21}, "a sum");
    check.equal(driver.valuesOf(driver.apply(Operator::Max, {x})), {6}, "a maximum");
    check.equal(driver.valuesOf(driver.apply(Operator::Reshape, {x}, {3, 2})), {1, 2, 3, 4, 5, 6}, "a reshape");
    check.equal(driver.valuesOf(driver.apply(Operator::Relu, {driver.apply(Operator::Negate, {x})})),
                {0, 0, 0, 0, 0, 0}, "a composition");
    finishesWithASoundTrace(check, driver);
}

void randomNumbersDependOnTheSeedAlone(Checks& check)
{
    Driver driver(check.opener(), check.options());
    driver.seed = 11;
    const Result<Values> first = driver.valuesOf(driver.apply(Operator::RandomUniform, {}, {40, 50}, 0, 1));
    const Result<Values> again = driver.valuesOf(driver.apply(Operator::RandomUniform, {}, {40, 50}, 0, 1));
    driver.seed = 12;
    const Result<Values> other = driver.valuesOf(driver.apply(Operator::RandomUniform, {}, {40, 50}, 0, 1));

    check.that(first && again && *first == *again, "the same seed gives the same numbers");
    check.that(first && other && *first != *other, "another seed gives others");
    check.that(first && std::ranges::all_of(*first, [](float x) { return x >= 0 && x < 1; }),
               "they lie in their interval");
    finishesWithASoundTrace(check, driver);
}

void shapesAreChecked(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle a = driver.fill({2, 3}, 1);
    const Handle b = driver.fill({4, 5}, 1);
    const Handle out = driver.create({2, 5});

    check.fails(statusOf(driver.push(Operator::MatMul, {a, b}, out)), ErrorCode::InvalidArgument,
                "inner sizes that differ are refused");
    check.fails(statusOf(driver.push(Operator::Exp, {a}, out)), ErrorCode::InvalidArgument,
                "a result that does not fit its tensor is refused");
    check.fails(statusOf(driver.push(Operator::Add, {a}, out)), ErrorCode::InvalidArgument,
                "a missing input is refused");
    check.equal(driver.valuesOf(driver.apply(Operator::Sum, {a})), {6}, "the platform is usable afterwards");
    finishesWithASoundTrace(check, driver);
}

void emptyTensorsWork(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle nothing = driver.fill({0, 3}, 1);

    check.equal(driver.valuesOf(driver.apply(Operator::AddScalar, {nothing}, {}, 1)), {}, "nothing plus one");
    check.equal(driver.valuesOf(driver.apply(Operator::Sum, {nothing})), {0}, "the sum of nothing");
    finishesWithASoundTrace(check, driver);
}

void writesAndReadsKeepTheirOrder(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = driver.fill({8, 8}, 0);
    std::vector<Handle> seen;
    constexpr int kSteps = 40;
    for (int i = 0; i < kSteps; ++i) {
        static_cast<void>(driver.push(Operator::AddScalar, {x}, x, 1));      // runs after all readers of the old value
        seen.push_back(driver.apply(Operator::MultiplyScalar, {x}, {}, 2));  // this read runs before the next write
    }
    for (int i = 0; i < kSteps; ++i)
        check.equal(driver.valuesOf(driver.apply(Operator::Max, {seen[static_cast<std::size_t>(i)]})),
                    {2.0F * static_cast<float>(i + 1)}, "reader " + std::to_string(i) + " sees its own version");
    check.that(!driver.failure, "nothing is refused");
    finishesWithASoundTrace(check, driver);
}

void writesOfTheProgramKeepTheirOrder(Checks& check)
{
    Driver driver(check.opener(), check.options());
    driver.device = DeviceId{0};
    const Handle x = driver.create({3});
    check.succeeds(driver.platform().write(x.id, Values{1, 2, 3}), "values can be written");
    const Handle doubled = driver.apply(Operator::MultiplyScalar, {x}, {}, 2);
    check.succeeds(driver.platform().write(x.id, Values{7, 8, 9}), "and overwritten");
    const Handle again = driver.apply(Operator::MultiplyScalar, {x}, {}, 2);

    check.equal(driver.valuesOf(doubled), {2, 4, 6}, "the operation before the second write");
    check.equal(driver.valuesOf(again), {14, 16, 18}, "the operation after it");
    check.fails(driver.platform().write(x.id, Values{1}), ErrorCode::InvalidArgument, "too few values are refused");
    finishesWithASoundTrace(check, driver);
}

void waitsAreRecorded(Checks& check)
{
    Driver driver(check.opener(), check.options());
    driver.line = 3;
    const Handle x = driver.fill({64, 64}, 1);
    const Handle y = driver.apply(Operator::MatMul, {x, x});
    const OpId producer = driver.lastOp;
    check.succeeds(driver.wait(y, 5), "a wait for a tensor");
    check.succeeds(driver.waitAll(6), "a wait for everything");
    check.that(driver.platform().pending() == 0, "nothing is pending after it");
    check.succeeds(driver.platform().synchronize(driver.device, {7, {}}), "a wait for the device");
    check.refuses(driver.platform().synchronize(DeviceId{99}, {8, {}}), "an unknown device");

    const trace::TracePtr trace = driver.finish();

    bool isFound = false;
    for (const trace::WaitRecord& wait : trace->waits())
        if (wait.line == 5) {
            isFound = wait.target == trace::WaitTarget::Op && wait.op == producer && wait.end >= wait.begin;
            const bool isLate = trace->op(producer).finished > wait.begin;
            check.that(!isLate || wait.releasedBy == producer, "the wait says who released it");
            check.that(wait.end >= trace->op(producer).finished, "the wait ends after its operation");
        }
    check.that(isFound, "the wait is recorded with its line and what it waits for");
}

/// The framework reports the failure either in the push or in the wait.
void failureIsReportedByPushOrWait(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle good = driver.fill({2}, 5);
    const Handle huge = driver.create(kHuge);
    const Result<OpId> pushed = driver.push(Operator::Fill, {}, huge, 1);
    if (!pushed) {
        check.fails(statusOf(pushed), ErrorCode::OutOfMemory, "what has no room is refused");
        check.succeeds(driver.waitAll(), "and is not waited for");
    } else {
        const OpId culprit = *pushed;
        const Handle sum = driver.apply(Operator::Sum, {huge});
        const OpId skipped = driver.lastOp;
        check.fails(driver.wait(sum), ErrorCode::OutOfMemory, "the failure comes out of a wait for what depends");
        check.fails(driver.wait(sum), ErrorCode::OutOfMemory, "every time");
        check.fails(driver.wait(huge), ErrorCode::OutOfMemory, "and of a wait for the tensor itself");
        static_cast<void>(driver.waitAll());  // ignored: the wait may report the failure once more
        check.that(!driver.valuesOf(sum), "no values are made up");
        static_cast<void>(driver.push(Operator::Fill, {}, sum, 4));
        check.equal(driver.valuesOf(sum), {4}, "what is written anew is good again");
        check.equal(driver.valuesOf(good), {5, 5}, "others are not touched");
        const trace::TracePtr trace = driver.finish();
        check.that(trace->op(culprit).state == trace::OpState::Failed, "the operation is recorded as failed");
        check.that(trace->op(skipped).state == trace::OpState::Skipped, "its successor as skipped");
        check.that(trace->op(skipped).culprit == culprit, "with the culprit");
        return;
    }
    check.equal(driver.valuesOf(driver.apply(Operator::AddScalar, {good}, {}, 1)), {6, 6}, "work goes on");
    finishesWithASoundTrace(check, driver);
}

void unwrittenTensorCannotBeRead(Checks& check)
{
    Driver driver(check.opener(), check.options());
    driver.device = DeviceId{0};
    const Handle x = driver.create({2});

    check.that(!driver.platform().read(x.id), "a tensor without values has none to read");
    check.that(!driver.platform().read(VariableId{12345}), "nor one that does not exist");
    finishesWithASoundTrace(check, driver);
}

void cancelDropsQueuedOperations(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = driver.fill({300, 300}, 1);
    for (int i = 0; i < 2000; ++i) {
        const Handle y = driver.apply(Operator::MatMul, {x, x});
        driver.drop(y);
    }
    std::jthread([&] { driver.platform().cancel(); }).join();
    const Status waited = driver.waitAll();

    // The wait may succeed if all operations ended before the cancel.
    check.that(waited.has_value() || waited.error().code == ErrorCode::Cancelled, "a wait returns Cancelled");
    check.fails(statusOf(driver.push(Operator::MatMul, {x, x}, x)), ErrorCode::Cancelled, "pushes are refused");
    const trace::TracePtr trace = driver.finish();
    if (!waited)
        check.that(trace->end() && !trace->end()->isComplete, "the trace says that the run was stopped");
    check.that(problemOf(*trace).empty(), "the trace is sound: " + problemOf(*trace));
}

void cancelWakesAWait(Checks& check)
{
    Driver driver(check.opener(), check.options());
    std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        driver.platform().cancel();
    });
    const Handle x = driver.fill({500, 500}, 1);
    Status status;
    while (status) {
        for (int i = 0; i < 50 && status; ++i) {
            const Handle y = driver.create({500, 500});
            status = statusOf(driver.push(Operator::MatMul, {x, x}, y));
            driver.drop(y);
        }
        if (status)
            status = driver.waitAll();
    }
    check.fails(status, ErrorCode::Cancelled, "an endless program ends");
}

void memoryReturnsToZero(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const DeviceId device = driver.device;
    for (int i = 0; i < 20; ++i) {
        const Handle x = driver.fill({64, 64}, i);
        const Handle y = driver.apply(Operator::MatMul, {x, x});
        driver.drop(x);
        driver.drop(y);
    }
    check.succeeds(driver.waitAll(), "everything ends");

    const device::MemoryLevels levels = driver.platform().memory().levels(device);
    check.that(levels.allocated == Bytes{0}, "what is dropped is freed");
    check.that(levels.peakAllocated >= Bytes{2 * 64 * 64 * 4}, "the peak is known");
    check.that(levels.peakAllocated <= levels.peakReserved || device.index == 0, "no more than is reserved");
    driver.platform().memory().emptyCache(device);
    finishesWithASoundTrace(check, driver);
}

void droppedResultsAreStillComputed(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = driver.fill({16, 16}, 2);
    const Handle product = driver.apply(Operator::MatMul, {x, x});
    const Handle sum = driver.apply(Operator::Sum, {product});
    driver.drop(x);
    driver.drop(product);

    check.equal(driver.valuesOf(sum), {16 * 16 * 16 * 4}, "the sum of a product that was dropped");
    finishesWithASoundTrace(check, driver);
}

void copyKeepsTheValuesOfItsTime(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = driver.fill({4}, 1);
    const Handle before = driver.copy(x, DeviceId{0});
    static_cast<void>(driver.push(Operator::AddScalar, {x}, x, 1));
    const Handle after = driver.copy(x, driver.device);

    check.equal(driver.valuesOf(before), {1, 1, 1, 1}, "a copy keeps what it copied");
    check.equal(driver.valuesOf(after), {2, 2, 2, 2}, "a later one has the later values");
    const auto count = driver.platform().devices().size();
    Handle passed = driver.fill({4}, 9);
    for (std::size_t i = 0; i < 2 * count; ++i)
        passed = driver.copy(passed, DeviceId(i % count));
    check.equal(driver.valuesOf(passed), {9, 9, 9, 9}, "from device to device");
    finishesWithASoundTrace(check, driver);
}

void eventMarksAPointOfAStream(Checks& check)
{
    Driver driver(check.opener(), check.options());
    device::Platform& platform = driver.platform();
    const StreamId stream = platform.streams().current(driver.device);
    const auto begin = platform.streams().record(stream);
    const Handle x = driver.fill({100, 100}, 1);
    const Handle y = driver.apply(Operator::MatMul, {x, x});
    const OpId last = driver.lastOp;
    const auto end = platform.streams().record(stream);
    if (!begin || !end) {
        check.that(false, "events can be recorded");
        return;
    }
    check.succeeds(platform.streams().synchronize(*end, {1, {}}), "an event can be waited for");

    check.that(platform.streams().isDone(*begin) && platform.streams().isDone(*end), "both events are complete");
    const auto elapsed = platform.streams().elapsed(*begin, *end);
    check.that(elapsed && *elapsed >= Nanoseconds{}, "the time between them is not negative");
    check.succeeds(platform.streams().recordAgain(*end, stream), "an event can be recorded again");
    check.succeeds(platform.streams().synchronize(*end, {2, {}}), "and waited for again");
    check.refuses(platform.streams().synchronize(EventId{77}, {3, {}}), "an unknown event");
    static_cast<void>(y);
    const trace::TracePtr trace = driver.finish();
    // MXNet's engine orders operations by data only, so with MXNet an event does not cover operations without a stream.
    for (const trace::WaitRecord& wait : trace->waits())
        if (wait.line == 1 && check.isTorch())
            check.that(wait.end >= trace->op(last).finished, "the wait ends after what the event follows");
}

void streamsKeepTheirOrder(Checks& check)
{
    Driver driver(check.opener(), check.options());
    device::Platform& platform = driver.platform();
    const auto side = platform.streams().create(driver.device);
    if (!side)
        return check.refuses(side.error(), "a device without streams");
    std::vector<OpId> ids;
    std::vector<Handle> results;
    for (int i = 0; i < 12; ++i) {
        results.push_back(driver.create({50, 50}));
        if (const auto op = driver.push(Operator::Fill, {}, results.back(), i, 0, *side))
            ids.push_back(*op);
    }
    check.succeeds(platform.streams().synchronize(*side, {4, {}}), "a stream can be waited for");
    check.refuses(platform.streams().synchronize(StreamId{9999}, {}), "an unknown stream");
    check.equal(driver.valuesOf(driver.apply(Operator::Max, {results[11]})), {11}, "its last result");

    const trace::TracePtr trace = driver.finish();
    check.that(ids.size() == 12, "everything is accepted");
    for (std::size_t i = 1; i < ids.size(); ++i)
        check.that(trace->op(ids[i]).started >= trace->op(ids[i - 1]).finished, "one after the other");
    const std::string problem = problemOf(*trace);
    check.that(problem.empty(), "the trace is sound: " + problem);
}

void streamWaitsForAnEvent(Checks& check)
{
    Driver driver(check.opener(), check.options());
    device::Platform& platform = driver.platform();
    const auto first = platform.streams().create(driver.device);
    const auto second = platform.streams().create(driver.device);
    if (!first || !second)
        return check.refuses(first.error(), "a device without streams");
    const Handle a = driver.create({200, 200});
    const Handle b = driver.create({10});
    const auto before = driver.push(Operator::RandomUniform, {}, a, 0, 1, *first);
    const auto event = platform.streams().record(*first);
    platform.streams().wait(*second, *event);
    const auto after = driver.push(Operator::Fill, {}, b, 1, 0, *second);

    const trace::TracePtr trace = driver.finish();

    check.that(before && after && trace->op(*after).started >= trace->op(*before).finished,
               "what follows the wait starts after what precedes the event");
}

void clockAdvancesAndNeverRunsBackwards(Checks& check)
{
    Driver driver(check.opener(), check.options());
    device::Platform& platform = driver.platform();
    const Nanoseconds begin = platform.now();
    platform.sleep(Nanoseconds{3'000'000});
    const Nanoseconds slept = platform.now();
    platform.spend(Nanoseconds{1000});
    static_cast<void>(driver.fill({2}, 1));

    check.that(begin >= Nanoseconds{}, "it starts at the run's start");
    check.that(slept - begin >= Nanoseconds{2'990'000}, "sleeping takes its time");
    check.that(platform.now() >= slept, "it never runs backwards");
    finishesWithASoundTrace(check, driver);
}

void unknownTensorsAndDevicesAreRefused(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = driver.fill({2}, 1);
    Handle wrong = x;
    wrong.id = VariableId{54321};
    Handle elsewhere = x;
    elsewhere.device = DeviceId{99};

    check.that(!driver.push(Operator::Exp, {wrong}, x).has_value(), "an unknown tensor");
    check.that(!driver.push(Operator::Exp, {x}, elsewhere).has_value(), "an unknown device");
    device::VariableRequest request;
    request.device = DeviceId{99};
    request.shape = {1};
    check.that(!driver.platform().create(request).has_value(), "a tensor on an unknown device");
    driver.platform().release(VariableId{54321});
    check.equal(driver.valuesOf(x), {1, 1}, "nothing else is affected");
    finishesWithASoundTrace(check, driver);
}

void finishDrainsTheQueueAndMayBeCalledTwice(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = driver.fill({64, 64}, 1);
    for (int i = 0; i < 100; ++i)
        driver.drop(driver.apply(Operator::MatMul, {x, x}));

    finishesWithASoundTrace(check, driver);
    driver.platform().finish();
    driver.drop(x);
    const trace::TracePtr trace = driver.finish();
    check.that(trace->opCount() == 101, "everything is in the trace");
    for (std::size_t i = 0; i < trace->opCount(); ++i)
        check.that(trace->op(OpId(i)).state == trace::OpState::Done, "everything has run");
}

}  // namespace

const std::vector<Case>& cases()
{
    static const std::vector<Case> kCases = [] {
        std::vector<Case> all = {
            {"values of the first program", valuesOfTheFirstProgram},
            {"values of each type of operation", valuesOfEachTypeOfOperation},
            {"random numbers depend on the seed alone", randomNumbersDependOnTheSeedAlone},
            {"shapes are checked", shapesAreChecked},
            {"empty tensors work", emptyTensorsWork},
            {"writes and reads keep their order", writesAndReadsKeepTheirOrder},
            {"writes of the program keep their order", writesOfTheProgramKeepTheirOrder},
            {"waits are recorded", waitsAreRecorded},
            {"a failure is reported by push or wait", failureIsReportedByPushOrWait},
            {"an unwritten tensor cannot be read", unwrittenTensorCannotBeRead},
            {"cancel drops queued operations", cancelDropsQueuedOperations},
            {"cancel wakes a wait", cancelWakesAWait},
            {"memory returns to zero", memoryReturnsToZero},
            {"dropped results are still computed", droppedResultsAreStillComputed},
            {"a copy keeps the values of its time", copyKeepsTheValuesOfItsTime},
            {"an event marks a point of a stream", eventMarksAPointOfAStream},
            {"streams keep their order", streamsKeepTheirOrder},
            {"a stream waits for an event", streamWaitsForAnEvent},
            {"the clock advances and never runs backwards", clockAdvancesAndNeverRunsBackwards},
            {"unknown tensors and devices are refused", unknownTensorsAndDevicesAreRefused},
            {"finish drains the queue and may be called twice", finishDrainsTheQueueAndMayBeCalledTwice},
        };
        all.insert(all.end(), trainingCases().begin(), trainingCases().end());
        all.insert(all.end(), collectiveCases().begin(), collectiveCases().end());
        all.insert(all.end(), eventCases().begin(), eventCases().end());
        return all;
    }();
    return kCases;
}

}  // namespace conformance
