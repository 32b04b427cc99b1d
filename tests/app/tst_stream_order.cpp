#include "tests/app/program_runs.h"

#include <QTest>

using namespace engine;

/// Tests warnings: if streams access the same data in no defined order, the source lines of the accesses are reported.
/// Ordered accesses are not reported.
class TestStreamOrder : public QObject {
    Q_OBJECT

private slots:
    void unorderedAccessesAreReported_data();
    void unorderedAccessesAreReported();

private:
    ProgramRuns m_runs;
};

void TestStreamOrder::unorderedAccessesAreReported_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("lines");  // lines with warnings; "p": a wait of the program is missing
    const auto row = [](const char* name, const char* body, const char* lines) {
        QTest::newRow(name) << QString(
                                   "import torch\n"
                                   "s = torch.cuda.Stream(); x = torch.rand(512, 512, device='cuda')\n"
                                   "torch.cuda.synchronize(); main = torch.cuda.current_stream()\n") +
                                   body + "\n"
                            << lines;
    };
    row("read by a side stream", "y = x.mm(x)\nwith torch.cuda.stream(s):\n    z = y + 1", "6");
    row("one warning per line", "y = x.mm(x)\nfor _ in range(3):\n    with torch.cuda.stream(s): z = y + 1", "6");
    row("after wait_stream", "y = x.mm(x)\ns.wait_stream(main)\nwith torch.cuda.stream(s):\n    z = y + 1", "");
    row("after an event",
        "y = x.mm(x)\ne = main.record_event()\ns.wait_event(e)\nwith torch.cuda.stream(s):\n    z = y + 1", "");
    row("event recorded too early",
        "e = main.record_event()\ny = x.mm(x)\ns.wait_event(e)\nwith torch.cuda.stream(s):\n    z = y + 1", "8");
    row("after synchronize()", "y = x.mm(x)\ntorch.cuda.synchronize()\nwith torch.cuda.stream(s):\n    z = y + 1", "");
    row("after a value was read", "y = x.mm(x)\nprint(y.sum().item() > 0)\nwith torch.cuda.stream(s):\n    z = y + 1",
        "");
    row("ordered through a third stream",
        "t = torch.cuda.Stream()\ny = x.mm(x)\nt.wait_stream(main)\ns.wait_stream(t)\n"
        "with torch.cuda.stream(s):\n    z = y + 1",
        "");
    row("written while it is read",
        "y = x.mm(x)\ns.wait_stream(main)\nwith torch.cuda.stream(s):\n    z = y + 1\ny.add_(1)", "8");
    row("read by the main stream without a wait",
        "s.wait_stream(main)\nwith torch.cuda.stream(s):\n    y = x.mm(x)\nz = y + 1", "7");
    row("single stream", "y = x.mm(x)\nz = y + 1\nz.add_(y)", "");
    row("copy without a wait", "h = x.to('cpu', non_blocking=True)\nprint(h[0, 0].item() >= 0)", "p5");
    row("copy with a wait", "h = x.to('cpu', non_blocking=True)\ntorch.cuda.synchronize()\nprint(h[0, 0].item() >= 0)",
        "");
    row("blocking copy", "h = x.to('cpu')\nprint(h[0, 0].item() >= 0)", "");
    row("pinned source is overwritten",
        "h = torch.zeros(512, 512).pin_memory()\ny = h.to('cuda', non_blocking=True)\nh.add_(1)", "p6");
    row("pageable source is staged", "h = torch.zeros(512, 512)\ny = h.to('cuda', non_blocking=True)\nh.add_(1)", "");
    row("copies between GPUs order both streams", "y = x.to('cuda:1')\nz = y + 1\nw = x + 1", "");
    row("training",
        "w = torch.zeros(512, 1, device='cuda', requires_grad=True)\nl = x.mm(w).sum()\nl.backward()\n"
        "with torch.no_grad(): w -= 0.1 * w.grad",
        "");
}

void TestStreamOrder::unorderedAccessesAreReported()
{
    QFETCH(QString, source);

    const auto trace = m_runs.trace(ProgramRuns::typed(source.toStdString()));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    QStringList lines;
    for (const trace::NoteRecord& note : trace->notes())
        if (note.isWarning)
            lines << (note.text.english().starts_with("This line uses data that a copy") ? "p" : "") +
                         QString::number(note.line);
    QTEST(lines.join(' '), "lines");
}

QTEST_GUILESS_MAIN(TestStreamOrder)
#include "tst_stream_order.moc"
