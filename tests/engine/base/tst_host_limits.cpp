#include "engine/base/host_limits.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

#include <sched.h>

using engine::usableCores;

namespace {

/// Restricts the test to one core while the object exists.
class OneCore {
public:
    OneCore()
    {
        CPU_ZERO(&m_before);
        sched_getaffinity(0, sizeof m_before, &m_before);
        int first = 0;
        while (!CPU_ISSET(first, &m_before))
            ++first;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(first, &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    ~OneCore() { sched_setaffinity(0, sizeof m_before, &m_before); }
    OneCore(const OneCore&) = delete;
    OneCore& operator=(const OneCore&) = delete;

    [[nodiscard]] int before() const { return CPU_COUNT(&m_before); }

private:
    cpu_set_t m_before;
};

}  // namespace

/// Tests the limits on the cores and the memory that this process may use.
class TestHostLimits : public QObject {
    Q_OBJECT

private slots:
    void onlyCoresOfTheAffinityMaskAreCounted();
    void quotaIsRoundedDownToWholeCores_data();
    void quotaIsRoundedDownToWholeCores();
    void memoryIsLimitedByTheControlGroup_data();
    void memoryIsLimitedByTheControlGroup();
};

void TestHostLimits::onlyCoresOfTheAffinityMaskAreCounted()
{
    const QTemporaryDir nothing;
    const OneCore one;

    QCOMPARE(usableCores(nothing.path().toStdString()), 1);
}

void TestHostLimits::quotaIsRoundedDownToWholeCores_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("most");  ///< expected number of cores; 0: all cores
    const auto row = [](const char* file, const char* text, int most) {
        QTest::addRow("%s: %s", file, text) << file << text << most;
    };
    row("cpu.max", "max 100000", 0);
    row("cpu.max", "150000 100000", 1);
    row("cpu.max", "20000 100000", 1);
    row("cpu.max", "99900000 100000", 0);
    row("cpu.max", "100000 0", 0);
    row("cpu.max", "", 0);
    row("cpu/cpu.cfs_quota_us", "-1", 0);
    row("cpu/cpu.cfs_quota_us", "100000", 1);
}

void TestHostLimits::quotaIsRoundedDownToWholeCores()
{
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(int, most);
    const QTemporaryDir folder;
    const std::filesystem::path groups(folder.path().toStdString());
    std::filesystem::create_directory(groups / "cpu");
    std::ofstream(groups / file.toStdString()) << text.toStdString() << "\n";
    std::ofstream(groups / "cpu" / "cpu.cfs_period_us") << "100000\n";
    const QTemporaryDir nothing;
    const int all = usableCores(nothing.path().toStdString());

    QCOMPARE(usableCores(groups), most == 0 ? all : std::min(all, most));
}

void TestHostLimits::memoryIsLimitedByTheControlGroup_data()
{
    QTest::addColumn<QString>("most");
    QTest::addColumn<QString>("current");
    QTest::addColumn<qint64>("mostOf");     ///< expected value; 0: as without a control group
    QTest::addColumn<qint64>("available");  ///< expected value; -1: as without a control group

    QTest::newRow("no limit") << "max"
                              << "4096" << qint64{0} << qint64{-1};
    QTest::newRow("a limit of 1 MiB, 4 KiB used") << "1048576"
                                                  << "4096" << qint64{1048576} << qint64{1044480};
    QTest::newRow("more used than the limit") << "4096"
                                              << "8192" << qint64{4096} << qint64{0};
    QTest::newRow("not a number") << "-"
                                  << "" << qint64{0} << qint64{-1};
}

void TestHostLimits::memoryIsLimitedByTheControlGroup()
{
    QFETCH(QString, most);
    QFETCH(QString, current);
    QFETCH(qint64, mostOf);
    QFETCH(qint64, available);
    const QTemporaryDir folder, nothing;
    const std::filesystem::path groups(folder.path().toStdString());
    std::ofstream(groups / "memory.max") << most.toStdString() << "\n";
    std::ofstream(groups / "memory.current") << current.toStdString() << "\n";

    const engine::MemoryLimits all = engine::usableMemory(nothing.path().toStdString());
    const engine::MemoryLimits limits = engine::usableMemory(groups);

    QCOMPARE(limits.most.value, mostOf == 0 ? all.most.value : mostOf);
    if (available >= 0)
        QCOMPARE(limits.available.value, available);
    else
        QVERIFY(limits.available.value > 1048576);
}

QTEST_GUILESS_MAIN(TestHostLimits)
#include "tst_host_limits.moc"
