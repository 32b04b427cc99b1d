#include "engine/frontend/detail/memory_guard.h"

#include <Python.h>

#include <QTest>

#include <vector>

using namespace engine;
using frontend::MemoryGuard;

namespace {

/// Memory blocks of Python's allocator; the destructor frees them.
class Blocks {
public:
    Blocks() = default;
    ~Blocks() { clear(); }
    Blocks(const Blocks&) = delete;
    Blocks& operator=(const Blocks&) = delete;

    bool add(std::size_t size)
    {
        void* const block = PyMem_RawMalloc(size);
        if (block != nullptr)
            m_blocks.push_back(block);
        return block != nullptr;
    }
    void clear()
    {
        for (void* block : m_blocks)
            PyMem_RawFree(block);
        m_blocks.clear();
    }
    [[nodiscard]] std::size_t count() const { return m_blocks.size(); }

private:
    std::vector<void*> m_blocks;
};

constexpr std::size_t kMegabyte = 1'000'000;

MemoryGuard::Limits upTo(std::size_t megabytes)
{
    return {Bytes{static_cast<std::int64_t>(megabytes * kMegabyte)}, Bytes{}, [] { return kGiB; }};
}

}  // namespace

class TestMemoryGuard : public QObject {
    Q_OBJECT

private slots:
    void tooLargeRequestIsRefused();
    void requestsThatTogetherExceedTheLimitAreRefused();
    void freedMemoryCanBeAllocatedAgain();
    void reallocationIsCountedByTheDifferenceOfSizes();
    void allocationIsRefusedIfTheComputersFreeMemoryIsLow();
    void memoryForTheExceptionIsAvailableAfterARefusal();
    void memoryLimitOfThisComputerExceedsTheSparedMemory();
};

void TestMemoryGuard::tooLargeRequestIsRefused()
{
    MemoryGuard guard(upTo(100));
    QVERIFY(guard.refusal().empty());

    QVERIFY(PyMem_RawMalloc(80'000 * kMegabyte) == nullptr);
    QCOMPARE(guard.refusal(), std::string("Python's objects may use at most 95 MiB on this computer; the program "
                                          "requested 74.5 GiB"));
    QVERIFY(PyMem_RawCalloc(std::size_t{1} << 40, std::size_t{1} << 40) == nullptr);
    QVERIFY(PyMem_RawMalloc(~std::size_t{0} / 2) == nullptr);
}

void TestMemoryGuard::requestsThatTogetherExceedTheLimitAreRefused()
{
    // The allocator may round the size of a block up.
    MemoryGuard guard(upTo(95));
    Blocks blocks;
    for (int i = 0; i < 1000 && blocks.add(10 * kMegabyte); ++i) {
    }

    QCOMPARE(blocks.count(), std::size_t{9});
    QCOMPARE(guard.refusal(), std::string("Python's objects may use at most 91 MiB on this computer; the program has "
                                          "86 MiB and requested 10 MiB more"));
    guard.beginRun();
    QVERIFY(guard.refusal().empty());
}

void TestMemoryGuard::freedMemoryCanBeAllocatedAgain()
{
    MemoryGuard guard(upTo(100));
    Blocks blocks;
    for (int i = 0; i < 50; ++i) {
        QVERIFY(blocks.add(60 * kMegabyte));
        blocks.clear();
    }

    QVERIFY(guard.refusal().empty());
    QCOMPARE(guard.used(), Bytes{});
}

void TestMemoryGuard::reallocationIsCountedByTheDifferenceOfSizes()
{
    MemoryGuard guard(upTo(100));
    void* block = PyMem_RawMalloc(60 * kMegabyte);
    QVERIFY(block != nullptr);

    QVERIFY(PyMem_RawRealloc(block, 120 * kMegabyte) == nullptr);
    block = PyMem_RawRealloc(block, 90 * kMegabyte);
    QVERIFY(block != nullptr);
    block = PyMem_RawRealloc(block, 1000);
    PyMem_RawFree(block);

    QCOMPARE(guard.used(), Bytes{});
}

void TestMemoryGuard::allocationIsRefusedIfTheComputersFreeMemoryIsLow()
{
    Bytes available = kGiB;
    MemoryGuard guard({kGiB * 100, kMiB * 512, [&available] { return available; }});
    Blocks blocks;
    QVERIFY(blocks.add(300 * kMegabyte));

    available = kMiB * 600;

    QVERIFY(!blocks.add(300 * kMegabyte));
    QVERIFY2(QString::fromStdString(guard.refusal()).contains("only 600 MiB of this computer's memory is free"),
             guard.refusal().c_str());
}

/// Raising and reporting an exception needs memory.
void TestMemoryGuard::memoryForTheExceptionIsAvailableAfterARefusal()
{
    MemoryGuard guard(upTo(100));
    Blocks blocks;
    QVERIFY(blocks.add(99 * kMegabyte));
    QVERIFY(!blocks.add(50 * kMegabyte));

    QVERIFY(blocks.add(5 * kMegabyte));
    int more = 0;
    for (int refused = 0; refused < 100;) {
        blocks.add(5 * kMegabyte) ? ++more : ++refused;
        QVERIFY(more < 1000);
    }

    QVERIFY(guard.used() < Bytes{static_cast<std::int64_t>(500 * kMegabyte)});
}

void TestMemoryGuard::memoryLimitOfThisComputerExceedsTheSparedMemory()
{
    const MemoryGuard::Limits limits = MemoryGuard::ofThisComputer();

    QVERIFY(limits.most > kMiB);
    QVERIFY(limits.available() > Bytes{});
    QVERIFY(limits.spared < limits.most);
}

QTEST_APPLESS_MAIN(TestMemoryGuard)
#include "tst_memory_guard.moc"
