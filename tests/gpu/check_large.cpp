#include "engine/ops/arithmetic.h"
#include "engine/ops/shape_rules.h"
#include "tests/gpu/layers.h"
#include "tests/gpu/subject.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

/// Tests sizes that only hardware can run: indices beyond 2^31, more rows than the second dimension of a grid can have,
/// a full card. The expected values come from formulas, since the CPU would take minutes.
namespace {

using namespace engine;
using conformance::Driver;
using conformance::Handle;
using conformance::Values;
using ops::Operator;
using ops::Shape;

constexpr std::uint64_t kSeed = 77;
constexpr double kMax = 1e-5;

struct Sizes {
    std::int64_t many = (std::int64_t{1} << 31) + 5;
    std::int64_t side = 47'000;  ///< rows and columns of a matrix with more than 2^31 elements
    std::int64_t rows = 70'000;  ///< more than 65,535, the largest second dimension of a grid
    std::int64_t images = 64;
    std::int64_t block = std::int64_t{1} << 28;  ///< elements of a tensor of 1 GiB
};

float uniformAt(std::int64_t element)
{
    const auto at = static_cast<std::uint64_t>(element);
    return ops::UniformDistribution{0, 1}(ops::randomWords(kSeed, at / 4)[at % 4]);
}

class Checks {
public:
    Checks(const gpu::Subject& subject, const gpu::Arguments& arguments, const Sizes& sizes)
        : m_subject(subject), m_arguments(arguments), m_sizes(sizes)
    {
    }

    /// Runs one check on a new platform. `check` returns a problem, or an empty text.
    void run(const char* name, const std::function<std::string(Driver&, const Sizes&)>& check)
    {
        if (!m_arguments.wants(name))
            return;
        device::PlatformOptions options;
        options.semantics = device::Semantics::Torch;
        options.values = trace::ValueMode::Computed;
        Driver driver(m_subject.open, options);
        driver.seed = kSeed;
        std::string problem = check(driver, m_sizes);
        if (problem.empty() && driver.failure && driver.failure->code == ErrorCode::OutOfMemory) {
            std::printf("skip   %s: the card is too small\n", name);
            ++skipped;
            return;
        }
        if (problem.empty() && driver.failure)
            problem = driver.failure->english();
        std::printf("%-6s %s%s\n", problem.empty() ? "ok" : "FAIL", name,
                    problem.empty() ? "" : (": " + problem).c_str());
        ++(problem.empty() ? passed : broken);
    }

    int passed = 0;
    int skipped = 0;
    int broken = 0;

private:
    const gpu::Subject& m_subject;
    const gpu::Arguments& m_arguments;
    const Sizes m_sizes;
};

Values valuesOf(Driver& driver, const Handle& handle)
{
    if (driver.failure)
        return {};
    const auto values = driver.valuesOf(handle);
    return values ? *values : Values();
}

/// Reads a block of a tensor.
Values partOf(Driver& driver, const Handle& whole, const std::array<std::int64_t, 6>& offsets, const Shape& shape)
{
    if (driver.failure)
        return {};
    ops::Operation slice;
    slice.op = Operator::Slice;
    slice.inputs = {whole.shape};
    slice.output = shape;
    slice.offsets = offsets;
    const Handle part = driver.create(shape);
    if (!driver.push(slice, {whole}, {part}))
        return {};
    const Values values = valuesOf(driver, part);
    driver.drop(part);
    return values;
}

/// Compares values with a formula of their index. Returns no problem if an operation failed, because Checks::run()
/// reports that.
std::string differ(const Driver& driver, const Values& found, const std::function<double(std::int64_t)>& expected,
                   double most = kMax)
{
    if (driver.failure)
        return {};
    if (found.empty())
        return "no values";
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double wanted = expected(static_cast<std::int64_t>(i));
        if (!(std::abs(static_cast<double>(found[i]) - wanted) <= most * std::max(1.0, std::abs(wanted))))
            return "element " + std::to_string(i) + " is " + std::to_string(found[i]) + " instead of " +
                   std::to_string(wanted);
    }
    return {};
}

std::string elementsBeyond32Bits(Driver& driver, const Sizes& sizes)
{
    const Handle one = driver.fill({sizes.many}, 1);
    const Handle three = driver.apply(Operator::Add, {one, driver.apply(Operator::AddScalar, {one}, {}, 1)});
    const Handle sum = driver.apply(Operator::Sum, {three});
    if (const std::string last = differ(driver, partOf(driver, three, {sizes.many - 7}, {7}), [](auto) { return 3; });
        !last.empty())
        return last;
    return differ(driver, valuesOf(driver, sum), [&](auto) { return 3.0 * static_cast<double>(sizes.many); });
}

std::string randomNumbersBeyond32Bits(Driver& driver, const Sizes& sizes)
{
    const Handle x = driver.apply(Operator::RandomUniform, {}, {sizes.many}, 0, 1);
    return differ(driver, partOf(driver, x, {sizes.many - 9}, {9}),
                  [&](std::int64_t i) { return uniformAt(sizes.many - 9 + i); });
}

std::string transpose(Driver& driver, const Sizes& sizes)
{
    const Handle x = driver.apply(Operator::RandomUniform, {}, {sizes.side, sizes.side}, 0, 1);
    const Handle y = driver.apply(Operator::Transpose, {x});
    return differ(driver, partOf(driver, y, {sizes.side - 2, sizes.side - 3}, {2, 3}), [&](std::int64_t i) {
        return uniformAt((sizes.side - 3 + i % 3) * sizes.side + sizes.side - 2 + i / 3);
    });
}

std::string sumsOfColumns(Driver& driver, const Sizes& sizes)
{
    ops::Operation sum;
    sum.op = Operator::Sum;
    sum.inputs = {{sizes.rows, 100}};
    sum.axes = 1;
    const Handle ones = driver.fill(sum.inputs[0], 1);
    const Handle result = driver.create({100});
    if (!driver.failure)
        static_cast<void>(driver.push(sum, {ones}, {result}));
    return differ(driver, valuesOf(driver, result), [&](auto) { return static_cast<double>(sizes.rows); });
}

/// Sums several rows, each so long that it is split into parts.
std::string sumsOfLongRows(Driver& driver, const Sizes& sizes)
{
    constexpr std::int64_t kRows = 3;
    ops::Operation sum;
    sum.op = Operator::Sum;
    sum.inputs = {{kRows, sizes.many / kRows}};
    sum.axes = 2;
    const Handle ones = driver.fill(sum.inputs[0], 1);
    const Handle result = driver.create({kRows});
    if (!driver.failure)
        static_cast<void>(driver.push(sum, {ones}, {result}));
    return differ(driver, valuesOf(driver, result), [&](auto) { return static_cast<double>(sizes.many / kRows); });
}

/// Multiplies a large matrix by a narrow matrix that selects the last column.
std::string product(Driver& driver, const Sizes& sizes)
{
    ops::Operation concat;
    concat.op = Operator::Concat;
    concat.axes = 1;
    const Handle last = driver.create({sizes.side, 3});
    const Handle x = driver.apply(Operator::RandomUniform, {}, {sizes.side, sizes.side}, 0, 1);
    const Handle none = driver.fill({sizes.side - 1, 3}, 0);
    const Handle one = driver.fill({1, 3}, 1);
    if (!driver.failure)
        static_cast<void>(driver.push(concat, {none, one}, {last}));
    const Handle y = driver.apply(Operator::MatMul, {x, last});
    return differ(driver, partOf(driver, y, {sizes.side - 1, 0}, {1, 3}),
                  [&](auto) { return uniformAt(sizes.side * sizes.side - 1); });
}

std::string softmax(Driver& driver, const Sizes& sizes)
{
    constexpr std::int64_t kWidth = 10;
    const Handle x = driver.apply(Operator::RandomUniform, {}, {sizes.rows, kWidth}, 0, 1);
    const Handle y = driver.apply(Operator::Softmax, {x});
    const std::int64_t first = (sizes.rows - 1) * kWidth;
    double sum = 0;
    for (std::int64_t i = 0; i < kWidth; ++i)
        sum += std::exp(static_cast<double>(uniformAt(first + i)));
    return differ(driver, partOf(driver, y, {sizes.rows - 1, 0}, {kWidth}),
                  [&](std::int64_t i) { return std::exp(static_cast<double>(uniformAt(first + i))) / sum; });
}

std::string pooling(Driver& driver, const Sizes& sizes)
{
    ops::Operation pool;
    pool.op = Operator::MaxPool;
    pool.inputs = {{sizes.rows / 10, 10, 4, 4}};
    pool.window = {{2, 2}, {2, 2}, {0, 0}};
    static_cast<void>(ops::inferOutputs(pool));
    const Handle x = driver.apply(Operator::RandomUniform, {}, pool.inputs[0], 0, 1);
    const Handle y = driver.create(pool.output);
    if (!driver.failure)
        static_cast<void>(driver.push(pool, {x}, {y}));
    return differ(driver, partOf(driver, y, {sizes.rows / 10 - 1, 9}, {1, 1, 2, 2}), [&](std::int64_t i) {
        const std::int64_t at = (sizes.rows / 10 * 10 - 1) * 16 + i / 2 * 8 + i % 2 * 2;
        return std::max({uniformAt(at), uniformAt(at + 1), uniformAt(at + 4), uniformAt(at + 5)});
    });
}

/// Computes a convolution, and compares the last channel of its last image with sums computed on the CPU.
std::string convolution(Driver& driver, std::int64_t images, const gpu::Layer& shape)
{
    const ops::Operation layer = shape.on(images);
    const Handle x = driver.apply(Operator::RandomUniform, {}, layer.inputs[0], 0, 1);
    const Handle w = driver.apply(Operator::RandomUniform, {}, layer.inputs[1], 0, 1);
    const Handle y = driver.create(layer.output);
    if (!driver.failure)
        static_cast<void>(driver.push(layer, {x, w}, {y}));
    const auto& [inputs, outputs, size, kernel, stride] = shape;
    const std::int64_t side = layer.output[2];
    const Values found = partOf(driver, y, {images - 1, outputs - 1}, {1, 1, side, side});
    return differ(driver, found, [&](std::int64_t i) {
        double sum = 0;
        for (std::int64_t tap = 0; tap < inputs * kernel * kernel; ++tap) {
            const std::int64_t row = i / side * stride - kernel / 2 + tap / kernel % kernel;
            const std::int64_t column = i % side * stride - kernel / 2 + tap % kernel;
            if (row < 0 || row >= size || column < 0 || column >= size)
                continue;
            const std::int64_t channel = tap / kernel / kernel;
            sum += static_cast<double>(uniformAt((((images - 1) * inputs + channel) * size + row) * size + column)) *
                   static_cast<double>(uniformAt((outputs - 1) * inputs * kernel * kernel + tap));
        }
        return sum;
    });
}

/// Computes the gradients of a convolution on the GPU, and compares the gradients of the last image and of the last
/// filter with sums computed on the CPU.
std::string gradients(Driver& driver, std::int64_t images, const gpu::Layer& shape)
{
    constexpr double kMaxOfSums = 1e-4;  // fp32 sums of up to 200,000 products
    const ops::Operation layer = shape.gradientsOn(images);
    const auto uniform = [&](const Shape& of) { return driver.apply(Operator::RandomUniform, {}, of, 0, 1); };
    const std::vector<Handle> operands{uniform(layer.inputs[0]), uniform(layer.inputs[1]), uniform(layer.inputs[2])};
    const std::vector<Handle> results{driver.create(layer.inputs[1]), driver.create(layer.inputs[2])};
    if (!driver.failure)
        static_cast<void>(driver.push(layer, operands, results));
    const auto& [inputs, outputs, size, kernel, stride] = shape;
    const std::int64_t side = layer.inputs[0][2];
    const auto at = [](std::int64_t plane, std::int64_t width, std::int64_t row, std::int64_t column) {
        return static_cast<double>(uniformAt((plane * width + row) * width + column));
    };
    const Values data = partOf(driver, results[0], {images - 1, inputs - 1}, {1, 1, size, size});
    const std::string problem = differ(driver, data, [&](std::int64_t i) {
        double sum = 0;
        for (std::int64_t tap = 0; tap < outputs * kernel * kernel; ++tap) {
            const std::int64_t output = tap / kernel / kernel;
            const std::int64_t row = i / size + kernel / 2 - tap / kernel % kernel;
            const std::int64_t column = i % size + kernel / 2 - tap % kernel;
            if (row < 0 || row % stride != 0 || row / stride >= side || column < 0 || column % stride != 0 ||
                column / stride >= side)
                continue;
            sum += at((images - 1) * outputs + output, side, row / stride, column / stride) *
                   at(output * inputs + inputs - 1, kernel, tap / kernel % kernel, tap % kernel);
        }
        return sum;
    });
    if (!problem.empty())
        return "gradient of the images: " + problem;
    const Values filter = partOf(driver, results[1], {outputs - 1, inputs - 1}, {1, 1, kernel, kernel});
    const auto sumAt = [&](std::int64_t tap) {
        double sum = 0;
        for (std::int64_t place = 0; place < images * side * side; ++place) {
            const std::int64_t image = place / side / side;
            const std::int64_t row = place / side % side * stride - kernel / 2 + tap / kernel;
            const std::int64_t column = place % side * stride - kernel / 2 + tap % kernel;
            if (row >= 0 && row < size && column >= 0 && column < size)
                sum += at(image * outputs + outputs - 1, side, place / side % side, place % side) *
                       at(image * inputs + inputs - 1, size, row, column);
        }
        return sum;
    };
    const std::string other = differ(driver, filter, sumAt, kMaxOfSums);
    return other.empty() ? "" : "gradient of the filters: " + other;
}

/// Checks that libraries work, or report that memory is full, while the pool owns the whole memory of the card.
std::string fullCard(Driver& driver, const Sizes& sizes)
{
    static constexpr std::int64_t kSide = 64;
    std::vector<Handle> blocks;
    while (!driver.failure)
        blocks.push_back(driver.fill({sizes.block}, 1));
    if (driver.failure->code != ErrorCode::OutOfMemory)
        return driver.failure->english();
    std::printf("       %zu blocks of %lld MiB fit\n", blocks.size() - 1,
                static_cast<long long>(sizes.block * 4 / 1024 / 1024));
    driver.failure.reset();
    const auto multiply = [&]() -> std::string {
        const Handle factor = driver.fill({kSide, kSide}, 1);
        const Handle product = driver.apply(Operator::MatMul, {factor, factor});
        const std::string wrong =
            differ(driver, valuesOf(driver, product), [](auto) { return static_cast<double>(kSide); });
        if (!driver.failure)
            return wrong;
        return driver.failure->code == ErrorCode::OutOfMemory ? "" : driver.failure->english();
    };
    if (const std::string problem = multiply(); !problem.empty())
        return "on the full card: " + problem;
    driver.failure.reset();
    if (const std::string problem = convolution(driver, 1, {4, 4, 8, 3, 1}); !problem.empty())
        return "on the full card: " + problem;
    if (driver.failure && driver.failure->code != ErrorCode::OutOfMemory)
        return driver.failure->english();
    driver.failure.reset();
    blocks.pop_back();  // removes the block that did not fit
    for (const Handle& block : blocks)
        driver.drop(block);
    if (const std::string problem = multiply(); !problem.empty() || driver.failure)
        return "after its memory was released: " + (problem.empty() ? driver.failure->english() : problem);
    return {};
}

}  // namespace

/// gpu_check_large [--made-up] [--count N]: N replaces the largest number of elements, and the other sizes
/// become small, for a test of this program.
int main(int argc, char** argv)
{
    return gpu::run(argc, argv, [](const gpu::Arguments& arguments, const gpu::Subject& subject) {
        Sizes sizes;
        if (arguments.count > 0)
            sizes = {.many = arguments.count, .side = 50, .rows = 700, .images = 2, .block = 1 << 22};
        Checks checks(subject, arguments, sizes);
        checks.run("elements beyond 2^31", elementsBeyond32Bits);
        checks.run("random numbers beyond 2^31", randomNumbersBeyond32Bits);
        checks.run("transpose of a large matrix", transpose);
        checks.run("sums of long columns", sumsOfColumns);
        checks.run("sums of long rows", sumsOfLongRows);
        checks.run("product of a large matrix", product);
        checks.run("softmax of many rows", softmax);
        checks.run("pooling of many planes", pooling);
        for (gpu::Layer layer : gpu::kLayers) {
            if (arguments.count > 0)  // computed on the CPU, which is slower, so with fewer channels
                layer = {layer.inputs / 32, layer.outputs / 32, layer.size / 4 + 1, layer.kernel, layer.stride};
            checks.run("convolution of ResNet-18",
                       [&](Driver& driver, const Sizes& with) { return convolution(driver, with.images, layer); });
            checks.run("gradients of a convolution of ResNet-18",
                       [&](Driver& driver, const Sizes& with) { return gradients(driver, with.images, layer); });
        }
        checks.run("a full card", fullCard);
        if (checks.passed + checks.broken == 0)
            return checks.skipped > 0 ? gpu::kSkipped : gpu::skipAll(arguments);
        std::printf("%d large cases pass, %d do not, %d need a larger card\n", checks.passed, checks.broken,
                    checks.skipped);
        return checks.broken == 0 ? 0 : 1;
    });
}
