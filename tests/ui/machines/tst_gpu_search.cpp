#include "ui/machines/gpu_search.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <mutex>

using ui::machines::GpuSearch;

class TestGpuSearch : public QObject {
    Q_OBJECT

private slots:
    void searchResultArrivesAsynchronously();
    void resultOfADestroyedSearchIsDropped();
};

void TestGpuSearch::searchResultArrivesAsynchronously()
{
    std::mutex gate;
    gate.lock();
    GpuSearch search(
        [&gate] {
            const std::lock_guard wait(gate);
            engine::device::MachineInfo own;
            own.id = "this-computer";
            own.gpuCount = 2;
            return std::vector{own};
        },
        nullptr);
    std::vector<engine::device::MachineInfo> found;
    connect(&search, &GpuSearch::found, this, [&found](const auto& own) { found = own; });

    search.start();
    QVERIFY(search.isRunning());
    QCoreApplication::processEvents();
    QVERIFY2(found.empty(), "the window goes on meanwhile");
    gate.unlock();
    QTRY_COMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].gpuCount, 2);
    QVERIFY(!search.isRunning());
}

void TestGpuSearch::resultOfADestroyedSearchIsDropped()
{
    std::atomic<bool> hasLooked{false};
    bool isTold = false;
    {
        GpuSearch search(
            [&hasLooked] {
                hasLooked = true;
                return std::vector<engine::device::MachineInfo>();
            },
            nullptr);
        connect(&search, &GpuSearch::found, this, [&isTold] { isTold = true; });
        search.start();
    }
    QCoreApplication::processEvents();
    QVERIFY(hasLooked);
    QVERIFY(!isTold);
}

QTEST_GUILESS_MAIN(TestGpuSearch)
#include "tst_gpu_search.moc"
