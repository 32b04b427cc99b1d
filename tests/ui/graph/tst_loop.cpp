#include "engine/trace/store.h"
#include "ui/graph/picture.h"

#include <QTest>
#include <iterator>
#include <memory>

using namespace engine;
using namespace ui::graph;

/// A block that is a single loop, drawn as one iteration.
class TestLoop : public QObject {
    Q_OBJECT

private slots:
    /// Three iterations on two devices. Line 9 is one of a function, which is called twice; the program waits in each
    /// iteration.
    void loopWithWaitsShowsOneIterationByLineAndDevice()
    {
        constexpr int kLines[] = {1, 1, 2, 2, 9, 9, 3, 3, 9, 9, 4, 4};
        constexpr int kTurn = std::size(kLines), kTurns = 3;
        trace::Store store;
        store.apply(std::make_shared<const trace::RunInfo>());
        store.apply(trace::NameRecord{NameId(0), "mm"});
        for (int device = 0; device < 2; ++device) {
            store.apply(trace::DeviceRecord{DeviceId(device), trace::DeviceKind::Gpu, "GPU", "", {}, {}, 0});
            store.apply(trace::LaneRecord{LaneId(device), DeviceId(device), trace::LaneRole::Compute, 0, "compute", 0});
        }
        for (int i = 0; i < kTurn * kTurns; ++i) {
            trace::IssueRecord issue;
            issue.op = OpId(i);
            issue.begin = Nanoseconds{i * 10};
            issue.end = Nanoseconds{i * 10 + 5};
            issue.name = NameId(0);
            issue.device = DeviceId(i % 2);
            issue.line = kLines[i % kTurn];
            store.apply(issue);
            if (i >= 2)
                store.apply(trace::DependencyRecord{OpId(i - 2), OpId(i), trace::DependencyKind::ReadAfterWrite});
            trace::LifeRecord life;
            life.op = OpId(i);
            life.lane = LaneId(i % 2);
            life.ready = life.started = issue.end;
            life.finished = Nanoseconds{i * 10 + 9};
            store.apply(life);
            if (i % kTurn == 6)
                store.apply(
                    trace::WaitRecord{life.started, life.finished, 3, {}, trace::WaitTarget::All, {}, {}, OpId(i)});
        }
        store.apply(trace::EndRecord{Nanoseconds{kTurn * kTurns * 10}, true});

        const trace::TracePtr trace = store.snapshot();
        const Picture picture = makePicture(*trace, -1);

        QCOMPARE(picture.nodes.size(), std::size_t{kTurn});
        for (const Node& node : picture.nodes) {
            QCOMPARE(node.ops.size(), std::size_t{kTurns});
            for (const OpId op : node.ops)
                QCOMPARE(trace->op(op).device, node.device);
        }
    }
};

QTEST_MAIN(TestLoop)
#include "tst_loop.moc"
