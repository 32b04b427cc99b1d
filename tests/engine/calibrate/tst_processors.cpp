#include "engine/calibrate/detail/processors.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

#include <sched.h>

using engine::calibrate::detail::usableProcessors;

namespace {

/// Restricts the test to one processor during its lifetime.
class OneProcessor {
public:
    OneProcessor()
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
    ~OneProcessor() { sched_setaffinity(0, sizeof m_before, &m_before); }
    OneProcessor(const OneProcessor&) = delete;
    OneProcessor& operator=(const OneProcessor&) = delete;

    [[nodiscard]] int before() const { return CPU_COUNT(&m_before); }

private:
    cpu_set_t m_before;
};

}  // namespace

/// Counts the processors available to this process.
class TestProcessors : public QObject {
    Q_OBJECT

private slots:
    void onlyProcessorsOfTheAffinityMaskAreCounted();
    void quotaIsRoundedDown_data();
    void quotaIsRoundedDown();
};

void TestProcessors::onlyProcessorsOfTheAffinityMaskAreCounted()
{
    const QTemporaryDir nothing;
    const OneProcessor one;

    QCOMPARE(usableProcessors(nothing.path().toStdString()), 1);
}

void TestProcessors::quotaIsRoundedDown_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("most");  ///< 0 means all
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

void TestProcessors::quotaIsRoundedDown()
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
    const int all = usableProcessors(nothing.path().toStdString());

    QCOMPARE(usableProcessors(groups), most == 0 ? all : std::min(all, most));
}

QTEST_GUILESS_MAIN(TestProcessors)
#include "tst_processors.moc"
