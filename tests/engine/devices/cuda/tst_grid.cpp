#include "tests/devices/host_queue.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

using namespace engine::devices::cuda;
using namespace engine::devices::cuda::plugin;

namespace {

constexpr float kUnset = -7;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// For each row, sums i + 1 over all elements i, and counts how often each element is visited.
struct VisitFold {
    using Lane = double;
    std::vector<int>& visits;
    std::vector<double>& sums;
    std::int64_t length;
    [[nodiscard]] Lane start() const { return 0; }
    [[nodiscard]] std::int64_t open(std::int64_t row) const { return row * length; }
    [[nodiscard]] Lane accumulate(Lane lane, std::int64_t row, std::int64_t i) const
    {
        ++visits.at(static_cast<std::size_t>(row + i));
        return lane + static_cast<double>(i + 1);
    }
    [[nodiscard]] Lane merge(Lane a, Lane b) const { return a + b; }
    void finish(std::int64_t row, Lane lane) const { sums.at(static_cast<std::size_t>(row)) += lane; }
};

abi::View viewOf(const QList<int>& extents, float* data = nullptr)
{
    abi::View view{data, {}, static_cast<std::int32_t>(extents.size())};
    std::copy(extents.begin(), extents.end(), view.extents);
    return view;
}

/// Returns the element of the contiguous tensor `in` that broadcasting pairs with element `index` of `out`.
float broadcastAt(const abi::View& in, const abi::View& out, std::int64_t index)
{
    std::int64_t place = 0;
    std::int64_t stride = 1;
    for (std::int32_t axis = out.rank - 1, own = in.rank - 1; own >= 0; --axis, --own) {
        place += index % out.extents[axis] % in.extents[own] * stride;
        index /= out.extents[axis];
        stride *= in.extents[own];
    }
    return in.data[place];
}

/// Returns the index width of the current row of the test's global data.
IndexWidth widthOfIndices()
{
    QFETCH_GLOBAL(IndexWidth, indices);
    return indices;
}

/// Softmax of rows on the imitated blocks of threads.
std::vector<float> softmaxOf(const std::vector<float>& x, std::int64_t rows, Operator op)
{
    const auto all = static_cast<std::int64_t>(x.size());
    const FoldGrid grid = FoldGrid::of(rows, all / rows, FoldGrid::Adjacent::Elements);
    std::vector<float> out(x.size());
    std::vector<SoftmaxRows::Lane> scratch(static_cast<std::size_t>(grid.results()));
    fake::HostQueue queue(widthOfIndices());
    queue.mapRows(grid, SoftmaxRows{x.data(), nullptr, out.data(), all / rows, op}, scratch.data());
    return out;
}

}  // namespace

/// Tests how work is distributed over threads. The kernels and the loops of these tests use the same code for this.
class TestGrid : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data();
    void fastDivisionGivesTheResultsOfIntegerDivision();
    void offsetsOfMoreThan32BitsAreExact();
    void widthOfIndicesFollowsFromTheLargestTensor_data();
    void widthOfIndicesFollowsFromTheLargestTensor();
    void groupsOfFourElementsCoverEachElementOnce_data();
    void groupsOfFourElementsCoverEachElementOnce();
    void broadcastsMergeAxesAndHandleFourElementsPerThread_data();
    void broadcastsMergeAxesAndHandleFourElementsPerThread();
    void alignedPartOfATensorIsCopiedInGroupsOfFourElements_data();
    void alignedPartOfATensorIsCopiedInGroupsOfFourElements();
    void threadHandlesFourElementsOnlyIfTheyShareAChannel();
    void reductionsVisitEachElementExactlyOnce_data();
    void reductionsVisitEachElementExactlyOnce();
    void neighbouringRowsShareABlockOfThreads();
    void threadsOfAHugeReductionReadOnlyTheirRow();
    void longRowsOfSoftmaxAreSplit();
    void softmaxMasksMinusInfinityAndSpreadsNan();
    void varianceIsExactIfTheMeanIsMuchLarger();
};

void TestGrid::initTestCase_data()
{
    QTest::addColumn<IndexWidth>("indices");
    QTest::newRow("32 bits") << IndexWidth::Narrow;
    QTest::newRow("64 bits") << IndexWidth::Wide;
}

void TestGrid::fastDivisionGivesTheResultsOfIntegerDivision()
{
    constexpr std::int64_t kLast = (std::int64_t{1} << 31) - 1;
    const std::vector<std::int64_t> divisors = {1,     2,         3,         5,         7,        10,     31,
                                                32,    33,        641,       65'535,    65'536,   65'537, 1'000'003,
                                                kLast, kLast - 1, kLast + 1, kLast + 2, 1LL << 33};
    for (const std::int64_t by : divisors) {
        const Divisor divisor(by);
        std::set<std::int64_t> indices = {0,     1,         by - 1,          by,       by + 1, kLast - 1,
                                          kLast, kLast + 1, (1LL << 32) + 5, 1LL << 40};
        for (std::int64_t multiple = by; multiple <= kLast;
             multiple += std::max<std::int64_t>(by, kLast / 999 / by * by))
            indices.insert({multiple - 1, multiple, multiple + 1});
        for (const std::int64_t index : indices) {
            if (widthOfIndices() == IndexWidth::Narrow && (index > kLast || by > kLast))
                continue;
            withIndex(widthOfIndices(), [&](auto zero) {
                const auto parts = divisor.divide(static_cast<decltype(zero)>(index));
                QVERIFY2(parts.quotient == index / by && parts.rest == index % by,
                         qPrintable(QString("%1 / %2").arg(index).arg(by)));
            });
        }
    }
}

void TestGrid::offsetsOfMoreThan32BitsAreExact()
{
    // The transpose of 70,000 x 65,000: 4.55e9 elements.
    StridedIndex transpose;
    transpose.rank = 2;
    transpose.extents[0] = 65'000;
    transpose.extents[1] = 70'000;
    transpose.strides[0] = 1;
    transpose.strides[1] = 65'000;
    for (const std::int64_t index : {0LL, 69'999LL, 70'000LL, 2'147'483'647LL, 2'147'483'648LL, 4'549'999'999LL})
        QCOMPARE(transpose.at(index), index % 70'000 * 65'000 + index / 70'000);
}

void TestGrid::widthOfIndicesFollowsFromTheLargestTensor_data()
{
    QTest::addColumn<Operator>("op");
    QTest::addColumn<QList<int>>("input");
    QTest::addColumn<QList<int>>("output");
    QTest::addColumn<int>("kernel");  ///< width and height of a convolution's kernel
    QTest::addColumn<bool>("isNarrow");
    constexpr int kLargest = std::numeric_limits<int>::max();
    QTest::newRow("2^31 - 1 elements") << Operator::Exp << QList{kLargest} << QList{kLargest} << 0 << true;
    QTest::newRow("2^31 elements") << Operator::Exp << QList{1 << 16, 1 << 15} << QList{1 << 16, 1 << 15} << 0 << false;
    QTest::newRow("large input") << Operator::Sum << QList{1 << 16, 1 << 15} << QList{1} << 0 << false;
    QTest::newRow("large output") << Operator::Broadcast << QList{1} << QList{1 << 16, 1 << 15} << 0 << false;
    QTest::newRow("few columns") << Operator::Convolution << QList{1, 64, 1 << 10, 1 << 10}
                                 << QList{1, 64, 1 << 10, 1 << 10} << 3 << true;
    QTest::newRow("many columns") << Operator::Convolution << QList{1, 64, 1 << 10, 1 << 10}
                                  << QList{1, 64, 1 << 10, 1 << 10} << 7 << false;
}

void TestGrid::widthOfIndicesFollowsFromTheLargestTensor()
{
    QFETCH(Operator, op);
    QFETCH(QList<int>, input);
    QFETCH(QList<int>, output);
    QFETCH(int, kernel);
    QFETCH(bool, isNarrow);
    const std::array<abi::View, 2> in{viewOf(input), viewOf({64, 64, kernel, kernel})};
    const abi::View out = viewOf(output);
    abi::Work work{};
    work.op = static_cast<std::int32_t>(op);
    work.inputs = in.data();
    work.inputCount = kernel > 0 ? 2 : 1;
    work.outputs = &out;
    work.outputCount = 1;
    work.kernel[0] = work.kernel[1] = kernel;

    QCOMPARE(indexWidth(work), isNarrow ? IndexWidth::Narrow : IndexWidth::Wide);
}

void TestGrid::groupsOfFourElementsCoverEachElementOnce_data()
{
    QTest::addColumn<int>("elements");
    QTest::addColumn<int>("offset");
    for (const int elements : {0, 1, 3, 4, 5, 7, 8, 1023})
        for (const int offset : {0, 1, 2, 3})
            QTest::addRow("%d elements at offset %d", elements, offset) << elements << offset;
}

void TestGrid::groupsOfFourElementsCoverEachElementOnce()
{
    QFETCH(int, elements);
    QFETCH(int, offset);
    alignas(16) std::array<float, 1040> in{};
    alignas(16) std::array<float, 1040> out{};
    out.fill(kUnset);
    for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = static_cast<float>(i);
    const UnaryMap map{in.data() + 4, out.data() + 4 + offset, Operator::AddScalar, 1};
    fake::HostQueue queue(widthOfIndices());

    queue.forEach(elements, map);

    QCOMPARE(ElementThreads::of(elements, map).quads, std::int64_t{offset == 0 ? elements / 4 : 0});
    for (int i = 0; i < static_cast<int>(out.size()); ++i) {
        const int element = i - 4 - offset;
        const bool isInside = element >= 0 && element < elements;
        QCOMPARE(out[static_cast<std::size_t>(i)], isInside ? static_cast<float>(element + 5) : kUnset);
    }
}

void TestGrid::broadcastsMergeAxesAndHandleFourElementsPerThread_data()
{
    QTest::addColumn<QList<int>>("first");
    QTest::addColumn<QList<int>>("second");
    QTest::addColumn<QList<int>>("output");
    QTest::addColumn<int>("ranks");  ///< two digits: number of axes of the first and of the second plan
    QTest::addColumn<bool>("isInQuads");
    QTest::newRow("equal shapes") << QList{3, 5, 7} << QList{3, 5, 7} << QList{3, 5, 7} << 11 << true;
    QTest::newRow("one number") << QList{3, 5, 7} << QList{1} << QList{3, 5, 7} << 11 << true;
    QTest::newRow("a row") << QList{6, 8} << QList{8} << QList{6, 8} << 12 << true;
    QTest::newRow("a row of an odd length") << QList{6, 7} << QList{7} << QList{6, 7} << 12 << false;
    QTest::newRow("a column") << QList{6, 8} << QList{6, 1} << QList{6, 8} << 12 << true;
    QTest::newRow("a channel of images") << QList{2, 3, 4, 5} << QList{3, 1, 1} << QList{2, 3, 4, 5} << 13 << true;
    QTest::newRow("a channel of odd images") << QList{2, 3, 5, 5} << QList{3, 1, 1} << QList{2, 3, 5, 5} << 13 << false;
    QTest::newRow("row and column") << QList{6, 1} << QList{1, 8} << QList{6, 8} << 22 << true;
    QTest::newRow("axes of one element") << QList{4, 1, 1, 8} << QList{4, 1, 1, 8} << QList{4, 1, 1, 8} << 11 << true;
    QTest::newRow("a middle axis") << QList{2, 1, 8} << QList{2, 3, 8} << QList{2, 3, 8} << 31 << true;
}

void TestGrid::broadcastsMergeAxesAndHandleFourElementsPerThread()
{
    QFETCH(QList<int>, first);
    QFETCH(QList<int>, second);
    QFETCH(QList<int>, output);
    QFETCH(int, ranks);
    QFETCH(bool, isInQuads);
    alignas(16) std::array<float, 256> a{};
    alignas(16) std::array<float, 256> b{};
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = static_cast<float>(i);
        b[i] = static_cast<float>(1000 * i);
    }
    for (const int offset : {0, 1}) {  // offset of all tensors from an aligned address, in elements
        alignas(16) std::array<float, 260> out{};
        const abi::View viewA = viewOf(first, a.data() + offset);
        const abi::View viewB = viewOf(second, b.data() + offset);
        const abi::View viewOut = viewOf(output, out.data() + offset);
        const BinaryMap map{viewA.data,
                            viewB.data,
                            viewOut.data,
                            Operator::Add,
                            broadcastPlan(viewA, viewOut),
                            broadcastPlan(viewB, viewOut)};
        fake::HostQueue queue(widthOfIndices());

        queue.forEach(elementsOf(viewOut), map);

        QCOMPARE(map.placeA.rank * 10 + map.placeB.rank, ranks);
        QCOMPARE(ElementThreads::of(elementsOf(viewOut), map).quads > 0, isInQuads && offset == 0);
        for (std::int64_t i = 0; i < elementsOf(viewOut); ++i)
            QCOMPARE(viewOut.data[i], broadcastAt(viewA, viewOut, i) + broadcastAt(viewB, viewOut, i));
    }
}

void TestGrid::alignedPartOfATensorIsCopiedInGroupsOfFourElements_data()
{
    QTest::addColumn<int>("column");  ///< column of the block's first element
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("all");  ///< columns of the whole matrix
    QTest::addColumn<bool>("isInQuads");
    QTest::newRow("all columns of an odd number") << 0 << 7 << 7 << true;
    QTest::newRow("aligned") << 4 << 8 << 16 << true;
    QTest::newRow("odd first column") << 3 << 8 << 16 << false;
    QTest::newRow("odd width") << 4 << 6 << 16 << false;
    QTest::newRow("odd rows") << 4 << 8 << 17 << false;
}

void TestGrid::alignedPartOfATensorIsCopiedInGroupsOfFourElements()
{
    QFETCH(int, column);
    QFETCH(int, width);
    QFETCH(int, all);
    QFETCH(bool, isInQuads);
    constexpr int kFirstRow = 4;
    constexpr int kRows = 2;
    alignas(16) std::array<float, 128> whole{};
    alignas(16) std::array<float, 128> block{};
    alignas(16) std::array<float, 128> copy{};
    for (std::size_t i = 0; i < whole.size(); ++i)
        whole[i] = static_cast<float>(i);
    const std::array<std::int64_t, 6> offsets{kFirstRow, column};
    const BlockPlan plan = blockPlan(viewOf({kFirstRow + kRows, all}), viewOf({kRows, width}), offsets.data());
    const StridedReader reader{whole.data() + plan.first, block.data(), 2, plan.place};
    const StridedWriter writer{block.data(), copy.data() + plan.first, plan.place};
    fake::HostQueue queue(widthOfIndices());

    queue.forEach(kRows * width, reader);
    queue.forEach(kRows * width, writer);

    QCOMPARE(ElementThreads::of(kRows * width, reader).quads > 0, isInQuads);
    QCOMPARE(ElementThreads::of(kRows * width, writer).quads > 0, isInQuads);
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(copy.size()); ++i) {
        const bool isInside =
            i / all >= kFirstRow && i / all < kFirstRow + kRows && i % all >= column && i % all < column + width;
        QCOMPARE(copy[static_cast<std::size_t>(i)], isInside ? 2 * static_cast<float>(i) : 0.0F);
    }
}

/// A quad must not contain elements of two channels.
void TestGrid::threadHandlesFourElementsOnlyIfTheyShareAChannel()
{
    for (const std::int64_t inner : {1, 6, 8}) {
        alignas(16) std::array<float, 48> out{};
        const std::array<float, 3> bias{1, 2, 3};
        const BiasAdder adder{out.data(), bias.data(), {inner, 3}};
        fake::HostQueue queue(widthOfIndices());

        queue.forEach(48, adder);

        QCOMPARE(ElementThreads::of(48, adder).quads > 0, inner == 8);
        for (std::int64_t i = 0; i < 48; ++i)
            QCOMPARE(out[static_cast<std::size_t>(i)], bias[static_cast<std::size_t>(i / inner % 3)]);
    }
}

void TestGrid::reductionsVisitEachElementExactlyOnce_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("isAcross");
    for (const bool isAcross : {false, true})
        for (const auto& [rows, length] : {std::pair{1, 1},
                                           {1, 8192},
                                           {1, 8193},
                                           {3, 20'001},
                                           {511, 9000},
                                           {512, 9000},
                                           {33, 1},
                                           {32, 257},
                                           {33, 1000},
                                           {70, 6},
                                           {100, 65},
                                           {40, 0}})
            QTest::addRow("%d x %d%s", rows, length, isAcross ? " across" : "") << rows << length << isAcross;
}

void TestGrid::reductionsVisitEachElementExactlyOnce()
{
    QFETCH(int, rows);
    QFETCH(int, length);
    QFETCH(bool, isAcross);
    const FoldGrid grid =
        FoldGrid::of(rows, length, isAcross ? FoldGrid::Adjacent::Rows : FoldGrid::Adjacent::Elements);
    std::vector<int> visits(static_cast<std::size_t>(rows) * static_cast<std::size_t>(length));
    std::vector<double> sums(static_cast<std::size_t>(rows));
    std::vector<double> scratch(static_cast<std::size_t>(grid.results()));
    fake::HostQueue queue(widthOfIndices());

    queue.fold(grid, VisitFold{visits, sums, length}, scratch.data());

    QVERIFY(std::ranges::all_of(visits, [](int count) { return count == 1; }));
    for (const double sum : sums)
        QCOMPARE(sum, 0.5 * length * (length + 1));
}

void TestGrid::neighbouringRowsShareABlockOfThreads()
{
    const auto plan = [](std::uint32_t axes) { return foldPlan(viewOf({1000, 64}), axes).grid(); };
    const FoldGrid columns = plan(1);

    QCOMPARE(columns.side, 32);
    QCOMPARE(plan(2).side, 1);
    for (std::int32_t thread = 0; thread < 32; ++thread) {
        const FoldGrid::Share share = columns.shareOf(0, thread);
        QCOMPARE(share.row, std::int64_t{thread});
        QCOMPARE(share.begin, std::int64_t{0});
    }
}

/// Tests that indices do not overflow: more than 2^31 rows, and rows of more than 2^31 elements.
void TestGrid::threadsOfAHugeReductionReadOnlyTheirRow()
{
    constexpr std::int64_t kMany = (std::int64_t{1} << 31) + 5;
    const FoldGrid tall = FoldGrid::of(kMany, 3, FoldGrid::Adjacent::Elements);
    const FoldGrid across = FoldGrid::of(kMany, 3, FoldGrid::Adjacent::Rows);
    const FoldGrid longRow = FoldGrid::of(1, kMany, FoldGrid::Adjacent::Elements);

    QCOMPARE(tall.blocks(), kMany);
    QCOMPARE(tall.shareOf(kMany - 1, 2).row, kMany - 1);
    QCOMPARE(tall.shareOf(kMany - 1, 2).end, std::int64_t{3});
    QCOMPARE(across.shareOf(across.blocks() - 1, 4).row, kMany - 1);
    QVERIFY2(across.shareOf(across.blocks() - 1, 5).end == 0, "a row beyond the last one has no elements");
    std::int64_t covered = 0;
    for (std::int64_t block = 0; block < longRow.blocks(); ++block) {
        const FoldGrid::Share share = longRow.shareOf(block, 0);
        QCOMPARE(share.begin, std::min(covered, kMany));
        covered = share.end;
    }
    QCOMPARE(covered, kMany);
}

void TestGrid::longRowsOfSoftmaxAreSplit()
{
    constexpr std::size_t kWidth = 30'000;
    std::vector<float> x(2 * kWidth);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i * 7919 % 1000) * 0.02F;
    QVERIFY(FoldGrid::of(2, kWidth, FoldGrid::Adjacent::Elements).parts.value() > 1);

    const std::vector<float> y = softmaxOf(x, 2, Operator::Softmax);

    for (std::size_t row = 0; row < 2; ++row) {
        double sum = 0;
        for (std::size_t i = row * kWidth; i < (row + 1) * kWidth; ++i)
            sum += std::exp(static_cast<double>(x[i]) - 19.98);
        for (std::size_t i = row * kWidth; i < (row + 1) * kWidth; ++i) {
            const double expected = std::exp(static_cast<double>(x[i]) - 19.98) / sum;
            QVERIFY(std::abs(static_cast<double>(y[i]) - expected) < 1e-6 * expected + 1e-12);
        }
    }
}

void TestGrid::softmaxMasksMinusInfinityAndSpreadsNan()
{
    std::vector<float> masked(70, -kInfinity);
    masked[3] = 1;
    masked[66] = 1;
    const std::vector<float> y = softmaxOf(masked, 1, Operator::Softmax);
    for (std::size_t i = 0; i < y.size(); ++i)
        QCOMPARE(y[i], i == 3 || i == 66 ? 0.5F : 0.0F);

    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float spoiler : {nan, kInfinity}) {
        std::vector<float> x(70, 1.0F);
        x[40] = spoiler;
        for (const Operator op : {Operator::Softmax, Operator::LogSoftmax})
            for (const float one : softmaxOf(x, 1, op))
                QVERIFY(std::isnan(one));
    }
    for (const float one : softmaxOf(std::vector<float>(70, -kInfinity), 1, Operator::Softmax))
        QVERIFY(std::isnan(one));
}

/// Values around 10^6 with a spread of 1: sums of squares would lose the variance in single precision.
void TestGrid::varianceIsExactIfTheMeanIsMuchLarger()
{
    std::vector<float> x;
    for (int i = 0; i < 4000; ++i)
        x.push_back(1e6F + static_cast<float>(i % 3) - 1.0F);
    x.resize(3999);
    x.front() = 999'999;
    const auto plan = [&] {
        abi::View view{x.data(), {3999, 1}, 2};
        return channelPlan(view);
    }();
    const std::array<float, 2> ones{1, 1};
    std::array<float, 7> found{};
    const RunningFactors factors{ones.data(), ones.data(), ones.data(), ones.data(), 0, &found[0], &found[1]};
    fake::HostQueue queue(widthOfIndices());

    queue.fold(plan.grid(),
               BatchStatistics{x.data(), plan.kept, plan.folded, ones.data(), ones.data(), 3999, 0, &found[2],
                               &found[3], &found[4], &found[5], false, factors},
               nullptr);

    QCOMPARE(found[2], 1e6F);
    QVERIFY2(std::abs(found[5] - 2.0F / 3) < 1e-6F, qPrintable(QString::number(static_cast<double>(found[5]))));
}

QTEST_APPLESS_MAIN(TestGrid)
#include "tst_grid.moc"
