#include "engine/trace/store.h"
#include "tests/engine/trace/sample_traces.h"

#include <QtTest>

using namespace engine;
using namespace engine::trace;
using tests::Sample;

class TestStore : public QObject {
    Q_OBJECT

private slots:
    void samplesHoldWhatTheChapterSays();
};

void TestStore::samplesHoldWhatTheChapterSays()
{
    const TracePtr two = tests::sampleTrace(Sample::TwoGpus);
    QCOMPARE(two->opCount(), std::size_t{302});
    QCOMPARE(two->blocks().size(), std::size_t{3});
    qInfo() << two->blocks()[0].seconds << two->blocks()[1].seconds << two->blocks()[2].seconds
            << toSeconds(two->extent());
    const TracePtr copy = tests::sampleTrace(Sample::CopyOverlap);
    QCOMPARE(copy->opCount(), std::size_t{251});
    qInfo() << copy->blocks()[0].seconds << copy->blocks()[1].seconds << copy->blocks()[2].seconds;
    const TracePtr oom = tests::sampleTrace(Sample::OutOfMemory);
    QCOMPARE(oom->opCount(), std::size_t{45});
    QVERIFY(oom->error());
    qInfo() << oom->blocks()[0].seconds << toSeconds(oom->error()->time);
    qInfo() << tests::sampleTrace(Sample::TwoGpusOverlap)->blocks()[0].seconds;
    qInfo() << tests::sampleTrace(Sample::Live)->opCount() << tests::sampleTrace(Sample::Empty)->lanes().size()
            << tests::sampleTrace(Sample::Elementwise)->opCount();
}

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"
