#include "tests/devices/random_program.h"

#include <algorithm>
#include <map>
#include <random>

namespace conformance {

using ops::Operator;
using ops::Shape;

namespace {

const Shape kSquare{5, 5};

class Generator {
public:
    explicit Generator(std::uint64_t seed) : m_random(seed) {}

    std::vector<Step> make(int steps)
    {
        std::vector<Step> program;
        for (int i = 0; i < steps; ++i)
            program.push_back(m_live.size() < 2 ? generator() : step());
        return program;
    }

private:
    int below(std::size_t count) { return static_cast<int>(m_random() % count); }
    int pick() { return m_live[static_cast<std::size_t>(below(m_live.size()))]; }

    int fresh()
    {
        m_live.push_back(m_next);
        return m_next++;
    }

    Step generator()
    {
        Step step;
        step.op = std::array{Operator::RandomNormal, Operator::RandomUniform, Operator::Fill,
                             Operator::Arange}[static_cast<std::size_t>(below(4))];
        step.first = below(5) - 2;
        step.second = 1;
        step.seed = m_random();
        step.place = below(9);
        step.output = m_live.size() > 3 && below(3) == 0 ? pick() : fresh();
        return step;
    }

    Step step()
    {
        if (below(6) == 0)
            return generator();
        if (below(4) == 0)
            return withSeveralOutputs();
        Step step;
        constexpr std::array kOne = {Operator::AddScalar, Operator::MultiplyScalar, Operator::Tanh,
                                     Operator::Negate,    Operator::Transpose,      Operator::Sigmoid,
                                     Operator::Sign,      Operator::MinimumScalar,  Operator::LogSoftmax};
        constexpr std::array kTwo = {Operator::MatMul,         Operator::Add,          Operator::Subtract,
                                     Operator::Multiply,       Operator::Maximum,      Operator::Minimum,
                                     Operator::FullyConnected, Operator::ReluBackward, Operator::SoftmaxBackward};
        if (below(2) == 0)
            step.op = kOne[static_cast<std::size_t>(below(kOne.size()))];
        else
            step.op = kTwo[static_cast<std::size_t>(below(kTwo.size()))];
        step.inputs.push_back(pick());
        if (std::ranges::find(kTwo, step.op) != kTwo.end())
            step.inputs.push_back(pick());
        step.first = 0.5 * (below(7) - 3);
        step.place = below(9);
        step.output = below(3) == 0 ? pick() : fresh();
        if (m_live.size() > 4 && below(4) == 0) {
            const int at = below(m_live.size());
            step.dropped = m_live[static_cast<std::size_t>(at)];
            m_live.erase(m_live.begin() + at);
        }
        step.isWaitedFor = step.dropped != step.output && below(15) == 0;
        return step;
    }

    /// Returns a step with several outputs, or with an output that overwrites an input: an update, a gradient, a slice
    /// assignment or a compiled graph.
    Step withSeveralOutputs()
    {
        Step step;
        step.op = std::array{Operator::SgdUpdate, Operator::SgdMomentumUpdate, Operator::SliceAssign,
                             Operator::FullyConnectedBackward, Operator::Segment}[static_cast<std::size_t>(below(5))];
        step.place = below(9);
        const int inputs =
            step.op == Operator::SgdMomentumUpdate || step.op == Operator::FullyConnectedBackward ? 3 : 2;
        for (int i = 0; i < inputs; ++i)
            step.inputs.push_back(pick());
        step.output = step.inputs[0];
        const bool isApart = step.op == Operator::FullyConnectedBackward || step.op == Operator::Segment;
        if (isApart) {
            step.output = below(2) == 0 ? pick() : fresh();
            step.more = {below(3) == 0 ? kNobody : fresh()};
        } else if (step.op == Operator::SgdMomentumUpdate) {
            step.more = {step.inputs[2] == step.output ? fresh() : step.inputs[2]};
        }
        return step;
    }

    std::mt19937_64 m_random;
    std::vector<int> m_live;
    int m_next = 0;
};

/// Computes the product a * b. The outputs are relu(a * b) + a and softmax(a * b).
std::shared_ptr<const ops::Segment> smallGraph()
{
    ops::Segment graph;
    graph.inputs = 2;
    graph.values = {{kSquare}, {kSquare}, {kSquare, 0}, {kSquare, 1}, {kSquare}, {kSquare}};
    graph.blocks = {kSquare.bytes(), kSquare.bytes()};
    graph.steps = {{{Operator::Multiply, {kSquare, kSquare}, kSquare}, {0, 1}, {2}},
                   {{Operator::Relu, {kSquare}, kSquare}, {2}, {3}},
                   {{Operator::Add, {kSquare, kSquare}, kSquare}, {3, 0}, {4}},
                   {{Operator::Softmax, {kSquare}, kSquare}, {2}, {5}}};
    graph.outputs = {4, 5};
    return std::make_shared<const ops::Segment>(std::move(graph));
}

ops::Operation operationOf(const Step& step)
{
    ops::Operation operation;
    operation.op = step.op;
    operation.output = kSquare;
    operation.scalars[0] = step.first;
    operation.scalars[1] = step.second;
    operation.seed = step.seed;
    if (step.op == Operator::SgdUpdate || step.op == Operator::SgdMomentumUpdate) {
        operation.scalars[0] = 0.5;
        operation.scalars[1] = 0.25;
        operation.scalars[2] = 0.5;
    }
    if (step.op == Operator::FullyConnectedBackward)
        operation.wanted = ops::kData | ops::kWeight;
    if (step.op == Operator::Segment)
        operation.segment = smallGraph();
    return operation;
}

class Runner {
public:
    Runner(Driver& driver, std::vector<Journalled>& journal) : m_driver(driver), m_journal(journal) {}

    bool run(const Step& step)
    {
        const std::size_t devices = m_driver.platform().devices().size();
        const auto found = m_tensors.find(step.output);
        const DeviceId place =
            found != m_tensors.end() ? found->second.device : DeviceId(static_cast<std::size_t>(step.place) % devices);
        std::vector<Handle> inputs;
        std::vector<Handle> copies;
        for (int input : step.inputs) {
            inputs.push_back(m_tensors.at(input));
            if (inputs.back().device != place) {
                Handle copy = m_driver.create(kSquare, place);
                if (!push(Step{.op = Operator::Copy}, {inputs.back()}, {copy}))
                    return false;
                copies.push_back(copy);
                inputs.back() = copy;
            }
        }
        const Handle output = found != m_tensors.end() ? found->second : m_driver.create(kSquare, place);
        m_tensors[step.output] = output;
        std::vector<Handle> outputs{output};
        for (int more : step.more) {
            const auto there = m_tensors.find(more);
            const bool isInPlace = there != m_tensors.end() && there->second.device == place;
            outputs.push_back(isInPlace ? there->second : m_driver.create(kSquare, place));
            if (!isInPlace && there != m_tensors.end())
                copies.push_back(there->second);
            if (!isInPlace && more == kNobody)
                copies.push_back(outputs.back());
            else
                m_tensors[more] = outputs.back();
        }
        if (!push(step, inputs, outputs))
            return false;
        for (const Handle& copy : copies)
            m_driver.drop(copy);
        if (step.dropped >= 0) {
            m_driver.drop(m_tensors.at(step.dropped));
            m_tensors.erase(step.dropped);
        }
        return !step.isWaitedFor || m_driver.wait(m_tensors.at(step.output)).has_value();
    }

    Values values()
    {
        Values all;
        for (const auto& [number, handle] : m_tensors) {
            const auto values = m_driver.valuesOf(handle);
            if (!values)
                return {};
            all.insert(all.end(), values->begin(), values->end());
        }
        for (const auto& [number, handle] : m_tensors)
            m_driver.drop(handle);
        return all;
    }

private:
    bool push(const Step& step, const std::vector<Handle>& inputs, const std::vector<Handle>& outputs)
    {
        const auto pushed = m_driver.push(operationOf(step), inputs, outputs);
        if (!pushed)
            return false;
        Journalled entry;
        entry.op = *pushed;
        for (const Handle& input : inputs)
            entry.reads.push_back(input.id);
        for (const Handle& output : outputs)
            entry.writes.push_back(output.id);
        m_journal.push_back(std::move(entry));
        return true;
    }

    Driver& m_driver;
    std::vector<Journalled>& m_journal;
    std::map<int, Handle> m_tensors;
};

std::string tooEarly(const trace::Trace& trace, OpId before, OpId after)
{
    if (!before.isValid() || before == after || trace.op(after).started >= trace.op(before).finished)
        return {};
    return "operation " + std::to_string(after.index) + " starts before " + std::to_string(before.index) +
           " has ended, on which it depends";
}

}  // namespace

std::vector<Step> randomProgram(std::uint64_t seed, int steps)
{
    return Generator(seed).make(steps);
}

Values runProgram(const std::vector<Step>& program, Driver& driver, std::vector<Journalled>& journal)
{
    Runner runner(driver, journal);
    for (const Step& step : program)
        if (!runner.run(step))
            return {};
    return runner.values();
}

std::string orderProblemOf(const std::vector<Journalled>& journal, const trace::Trace& trace)
{
    struct Use {
        OpId writer;
        std::vector<OpId> readers;
    };
    std::map<VariableId, Use> uses;
    for (const Journalled& entry : journal) {
        for (VariableId read : entry.reads)
            if (std::string problem = tooEarly(trace, uses[read].writer, entry.op); !problem.empty())
                return problem;
        for (VariableId write : entry.writes) {
            Use& use = uses[write];
            use.readers.push_back(use.writer);
            for (OpId before : use.readers)
                if (std::string problem = tooEarly(trace, before, entry.op); !problem.empty())
                    return problem;
            use = {entry.op, {}};
        }
        for (VariableId read : entry.reads)
            if (uses[read].writer != entry.op)
                uses[read].readers.push_back(entry.op);
    }
    return {};
}

}  // namespace conformance
