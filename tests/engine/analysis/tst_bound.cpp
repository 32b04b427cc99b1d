#include "engine/analysis/bound.h"
#include "engine/analysis/occupancy.h"
#include "tests/engine/trace/sample_traces.h"

#include <QTest>
#include <algorithm>

using namespace engine;
using namespace engine::analysis;
using tests::Sample;

class TestBound : public QObject {
    Q_OBJECT

private slots:
    void pathPartsSumToTheScope()
    {
        for (const Sample sample :
             {Sample::TwoGpus, Sample::TwoGpusOverlap, Sample::CopyOverlap, Sample::Elementwise}) {
            const auto trace = tests::sampleTrace(sample);
            const Scope scope = wholeRun(*trace);

            const PathSplit split = splitOf(*trace, criticalPath(*trace, scope));

            QCOMPARE(split.whole(), scope.length());
            QVERIFY(split.compute > Nanoseconds{0} || split.copy > Nanoseconds{0});
        }
    }

    void boundIsNotLongerThanTheScope()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        for (std::size_t block = 0; block < trace->blocks().size(); ++block) {
            const Scope scope = blockScope(*trace, block);

            const Bound bound = boundOf(*trace, scope);

            QVERIFY(bound.time > Nanoseconds{0});
            QVERIFY(bound.time <= scope.length());
            if (bound.by == Bound::By::Lane)
                QCOMPARE(trace->index(bound.lane).busy(scope.begin, scope.end), bound.time);
        }
    }

    void idleGapNamesTheNextOperation()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        int named = 0, waits = 0;
        for (const auto& lane : trace->lanes()) {
            if (!isWorkLane(lane))
                continue;
            const auto& spans = trace->spans(lane.id);
            for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
                const Nanoseconds gap = spans[i + 1].begin - spans[i].end();
                QVERIFY(!idleAt(*trace, lane.id, spans[i].begin));
                if (gap <= Nanoseconds{1})
                    continue;
                const auto idle = idleAt(*trace, lane.id, spans[i].end() + gap / 2);
                QVERIFY(idle.has_value());
                QVERIFY(idle->next == spans[i + 1].op);
                ++named;
                waits += idle->why == Idle::Why::ProgramWaits ? 1 : 0;
            }
            if (!spans.empty())
                QVERIFY(idleAt(*trace, lane.id, trace->extent() * 2)->why == Idle::Why::NothingLeft);
        }
        QVERIFY(named > 0);
        QVERIFY2(waits > 0, "GPU 0 idles while the program waits for GPU 1");
    }
};

QTEST_APPLESS_MAIN(TestBound)
#include "tst_bound.moc"
