#include "tests/devices/conformance.h"

#include <algorithm>
#include <limits>

/// Cases about operations of training: several results, updates in place, compiled graphs, observed values.
namespace conformance {

using ops::Operation;
using ops::Operator;
using ops::Shape;

namespace {

Handle makeTensor(Driver& driver, const Shape& shape, const Values& values)
{
    const Handle handle = driver.create(shape);
    if (Status status = driver.platform().write(handle.id, values); !status && !driver.failure)
        driver.failure = status.error();
    return handle;
}

Operation of(Operator op, double first = 0, double second = 0, double third = 0)
{
    Operation operation;
    operation.op = op;
    operation.scalars[0] = first;
    operation.scalars[1] = second;
    operation.scalars[2] = third;
    return operation;
}

void finishesWithASoundTrace(Checks& check, Driver& driver)
{
    check.that(!driver.failure, driver.failure ? driver.failure->english() : "");
    const std::string problem = problemOf(*driver.finish());
    check.that(problem.empty(), problem);
}

void updatesWorkInPlace(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle w = makeTensor(driver, {2}, {1, 2});
    const Handle g = makeTensor(driver, {2}, {4, 8});
    const Handle m = makeTensor(driver, {2}, {2, 4});
    const Handle before = driver.apply(Operator::AddScalar, {w}, {}, 0);

    static_cast<void>(driver.push(of(Operator::SgdMomentumUpdate, 0.5, 0.5, 0.5), {w, g, m}, {w, m}));
    check.equal(driver.valuesOf(w), {1, 2}, "m = 0.5 m - 0.25 g is 0 here");
    check.equal(driver.valuesOf(m), {0, 0}, "the momentum");
    static_cast<void>(driver.push(of(Operator::SgdUpdate, 0.5, 0.5), {w, g}, {w}));
    check.equal(driver.valuesOf(w), {0, 0}, "w -= 0.25 g");
    check.equal(driver.valuesOf(before), {1, 2}, "who read it before keeps what it was");
    finishesWithASoundTrace(check, driver);
}

void droppedExtraResultsAreFreed(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = makeTensor(driver, {2, 1}, {1, 3});
    const Handle one = makeTensor(driver, {1}, {1});
    const Handle mean = makeTensor(driver, {1}, {4});
    const Handle variance = makeTensor(driver, {1}, {5});
    const Handle y = driver.create({2, 1});
    const Handle batchMean = driver.create({1});
    const Handle inverse = driver.create({1});
    Operation norm = of(Operator::BatchNorm, 0, 0.5);
    norm.isTraining = true;

    static_cast<void>(driver.push(norm, {x, one, one, mean, variance}, {y, batchMean, inverse, mean, variance}));
    driver.drop(batchMean);
    driver.drop(inverse);

    check.equal(driver.valuesOf(y), {0, 2}, "normalised, plus 1");
    check.equal(driver.valuesOf(mean), {3}, "running mean");
    check.equal(driver.valuesOf(variance), {3}, "running variance");
    for (const Handle& handle : {x, one, mean, variance, y})
        driver.drop(handle);
    check.succeeds(driver.waitAll(), "all of it runs");
    check.that(driver.platform().memory().levels(driver.device).allocated.value == 0, "nothing stays allocated");
    finishesWithASoundTrace(check, driver);
}

/// Computes relu(x) + y, and 2 y, with one scratch block.
std::shared_ptr<const ops::Segment> graph(const Shape& shape)
{
    ops::Segment graph;
    graph.inputs = 2;
    graph.values = {{shape}, {shape}, {shape, 0}, {shape}, {shape}};
    graph.blocks = {shape.bytes()};
    graph.steps = {{{Operator::Relu, {shape}, shape}, {0}, {2}},
                   {{Operator::Add, {shape, shape}, shape}, {2, 1}, {3}},
                   {{Operator::MultiplyScalar, {shape}, shape, {2, 0, 0}}, {1}, {4}}};
    graph.outputs = {3, 4};
    return std::make_shared<const ops::Segment>(std::move(graph));
}

void compiledGraphIsOneOperation(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = makeTensor(driver, {2, 2}, {-1, 2, -3, 4});
    const Handle y = makeTensor(driver, {2, 2}, {1, 1, 1, 1});
    const Handle sum = driver.create({2, 2});
    const Handle twice = driver.create({2, 2});
    Operation operation = of(Operator::Segment);
    operation.segment = graph({2, 2});

    static_cast<void>(driver.push(operation, {x, y}, {sum, twice}));
    const OpId op = driver.lastOp;

    check.equal(driver.valuesOf(sum), {1, 3, 1, 5}, "the first output");
    check.equal(driver.valuesOf(twice), {2, 2, 2, 2}, "the second output");
    for (const Handle& handle : {x, y, sum, twice})
        driver.drop(handle);
    check.succeeds(driver.waitAll(), "all of it runs");
    check.that(driver.platform().memory().levels(driver.device).allocated.value == 0,
               "its scratch memory is makeTensor back");
    const trace::TracePtr trace = driver.finish();
    check.that(trace->op(op).outputBytes.value == 32, "it gives 32 bytes");
    finishesWithASoundTrace(check, driver);
}

void resultsNeedSeparateTensors(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle w = driver.fill({2}, 1);

    const auto twice = driver.push(of(Operator::SgdMomentumUpdate, 1, 1, 1), {w, w, w}, {w, w});
    check.refuses(twice ? Status() : Status(twice.error()), "two results in one tensor");
    const auto few = driver.push(of(Operator::SgdMomentumUpdate, 1, 1, 1), {w, w, w}, {w});
    check.refuses(few ? Status() : Status(few.error()), "one tensor for two results");
    driver.failure.reset();
    finishesWithASoundTrace(check, driver);
}

void observedValuesBecomeMetrics(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle x = driver.fill({2}, 3);
    const OpId first = driver.lastOp;
    driver.platform().observe(x.id, "loss", 7);
    static_cast<void>(driver.push(of(Operator::AddScalar, 2), {x}, {x}));
    driver.platform().observe(x.id, "loss", 8);
    driver.platform().observe(VariableId{12345}, "nothing", 0);
    driver.platform().observe(driver.create({2}).id, "never written", 0);
    driver.drop(x);

    const trace::TracePtr trace = driver.finish();

    check.that(trace->programPart().metrics.size() == 2, "two numbers were there to see");
    if (trace->programPart().metrics.size() != 2)
        return;
    const trace::MetricRecord& metric = trace->programPart().metrics[0];
    check.that(metric.name == "loss" && metric.step == 7 && metric.value == 3, "what x was at first");
    check.that(trace->programPart().metrics[1].value == 5 && trace->programPart().metrics[1].step == 8,
               "what x was then");
    check.that(metric.time >= trace->op(first).started, "at the time at which it was computed");
    check.that(trace->programPart().metrics[1].time >= metric.time, "in the order of their times");
    finishesWithASoundTrace(check, driver);
}

/// Training steps like those of an autograd tape: gradients and activations are dropped as soon as their readers are
/// issued.
void trainingKeepsItsMemoryConstant(Checks& check)
{
    Driver driver(check.opener(), check.options());
    const Handle w = makeTensor(driver, {8, 8}, Values(64, 0.01F));
    const Handle m = makeTensor(driver, {8, 8}, Values(64, 0.0F));
    Bytes early;
    for (int step = 0; step < 300; ++step) {
        const Handle x = driver.fill({8, 8}, 1);
        const Handle y = driver.apply(Operator::FullyConnected, {x, w});
        const Handle gradient = driver.create({8, 8});
        Operation backward = of(Operator::FullyConnectedBackward);
        backward.wanted = ops::kWeight;
        static_cast<void>(driver.push(backward, {y, x, w}, {gradient}));
        static_cast<void>(driver.push(of(Operator::SgdMomentumUpdate, 0.01, 0.125, 0.5), {w, gradient, m}, {w, m}));
        for (const Handle& handle : {x, y, gradient})
            driver.drop(handle);
        if (step % 50 != 49)
            continue;
        check.succeeds(driver.waitAll(), "a stretch of steps runs");
        const Bytes allocated = driver.platform().memory().levels(driver.device).allocated;
        if (step == 49)
            early = allocated;
        check.that(allocated == early, "what is allocated stays the same");
    }
    check.that(driver.valuesOf(w).has_value(), "the parameters can be read");
    finishesWithASoundTrace(check, driver);
}

void firstNanIsReportedOnce(Checks& check)
{
    Driver driver(check.opener(), check.options());
    driver.line = 4;
    const Handle x = driver.fill({2}, std::numeric_limits<double>::quiet_NaN());
    const OpId op = driver.lastOp;
    driver.platform().observe(x.id, "loss", 3);
    driver.platform().observe(x.id, "loss", 4);

    const trace::TracePtr trace = driver.finish();

    // A device may note how its times were measured. Such a note is no warning.
    const auto isWarning = [](const trace::NoteRecord& note) { return note.isWarning; };
    const auto warning = std::ranges::find_if(trace->notes(), isWarning);
    check.that(std::ranges::count_if(trace->notes(), isWarning) == 1, "it is said once");
    if (warning == trace->notes().end())
        return;
    const trace::NoteRecord& note = *warning;
    check.that(note.text.english().find("step 3") != std::string::npos, "as a warning that names the step");
    check.that(note.op == op, "and the operation");
    finishesWithASoundTrace(check, driver);
}

void manyObservationsBecomeMetrics(Checks& check)
{
    Driver driver(check.opener(), check.options());
    for (int i = 0; i < 200; ++i) {
        const Handle x = driver.fill({4}, i);
        driver.platform().observe(x.id, "i", i);
        driver.drop(x);
    }

    const trace::TracePtr trace = driver.finish();

    check.that(trace->programPart().metrics.size() == 200, "all of them are there");
    for (std::size_t i = 0; i < trace->programPart().metrics.size(); ++i)
        check.that(trace->programPart().metrics[i].value == static_cast<double>(trace->programPart().metrics[i].step),
                   "with their numbers");
    finishesWithASoundTrace(check, driver);
}

}  // namespace

const std::vector<Case>& trainingCases()
{
    static const std::vector<Case> kCases = {
        {"updates work in place", updatesWorkInPlace},
        {"dropped extra results are freed", droppedExtraResultsAreFreed},
        {"a compiled graph is one operation", compiledGraphIsOneOperation},
        {"results need separate tensors", resultsNeedSeparateTensors},
        {"observed values become metrics", observedValuesBecomeMetrics},
        {"training keeps its memory constant", trainingKeepsItsMemoryConstant},
        {"the first NaN is reported once", firstNanIsReportedOnce},
        {"many observations become metrics", manyObservationsBecomeMetrics},
    };
    return kCases;
}

}  // namespace conformance
