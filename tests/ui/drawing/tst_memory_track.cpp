#include "tests/engine/trace/sample_traces.h"
#include "ui/drawing/memory/memory_track.h"

#include <QTest>

using namespace ui::drawing;
using tests::Sample;

class TestMemoryTrack : public QObject {
    Q_OBJECT

private slots:
    /// If there is room, the window shows informative rows at full height. An export includes them.
    void memoryRowWithChangingLevelsIsInformative()
    {
        QVERIFY(isMemoryInformative(tests::sampleTrace(Sample::CopyOverlap), nullptr));
        QVERIFY(!isMemoryInformative(tests::sampleTrace(Sample::Empty), nullptr));
    }

    void memoryRowIsNotInformativeIfThePreviousRunHasTheSamePeaks()
    {
        const auto before = tests::sampleTrace(Sample::CopyOverlap);
        QVERIFY(!isMemoryInformative(tests::sampleTrace(Sample::CopyOverlap), before));
        QVERIFY(isMemoryInformative(tests::sampleTrace(Sample::CopyOverlap), tests::sampleTrace(Sample::TwoGpus)));
    }

    void memoryRowWithARefusedAllocationIsAlwaysInformative()
    {
        const auto before = tests::sampleTrace(Sample::OutOfMemory);
        QVERIFY(isMemoryInformative(tests::sampleTrace(Sample::OutOfMemory), before));
    }
};

QTEST_MAIN(TestMemoryTrack)
#include "tst_memory_track.moc"
