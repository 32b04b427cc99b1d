#include "engine/frontend/record_limit.h"
#include "tests/app/program_runs.h"

#include <QScopeGuard>
#include <QTest>

#include <chrono>
#include <thread>

using namespace engine;

/// Tests how programs end: leftover threads, waits with timeouts, deep recursion, invalid Unicode in errors.
class TestEndings : public QObject {
    Q_OBJECT

private slots:
    void threadsOfTheProgramEndWithTheRun_data();
    void threadsOfTheProgramEndWithTheRun();
    void threadThatCannotBeEndedDoesNotBlockTheRun();
    void pythonWaitsWithATimeoutTakeModelledTime_data();
    void pythonWaitsWithATimeoutTakeModelledTime();
    void stoppingARunEndsWaitsAndLoopsOfPython_data();
    void stoppingARunEndsWaitsAndLoopsOfPython();
    void deepRecursionRaisesRecursionError_data();
    void deepRecursionRaisesRecursionError();
    void tooHighRecursionLimitIsRefused();
    void invalidUnicodeInErrorsIsRecorded_data();
    void invalidUnicodeInErrorsIsRecorded();
    void exitFunctionsAreCalledAtProgramEnd();
    void endlessLoopEndsAtTheMemoryLimit();

private:
    static std::string warnings(const trace::Trace& trace)
    {
        std::string text;
        for (const trace::NoteRecord& note : trace.notes())
            if (note.isWarning)
                text += note.text.english() + "\n";
        return text;
    }
    /// Sets the real seconds for which a run waits at its end: until threads end by themselves (GRACE of
    /// overlap_running.waiting), then until an exception ends them (LIMIT). Returns the previous "GRACE,LIMIT".
    std::string exchangeLimits(const std::string& limits)
    {
        const auto trace = m_runs.trace(
            ProgramRuns::typed("from overlap_running import waiting\nprint(waiting.GRACE, waiting.LIMIT, sep=',')\n"
                               "waiting.GRACE, waiting.LIMIT = " +
                               limits + "\n"));
        return printed(*trace, trace::OutputStream::Standard);
    }
    ProgramRuns m_runs;
};

void TestEndings::threadsOfTheProgramEndWithTheRun_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("grace");
    const auto row = [](const char* name, const char* body, const char* sentence, const char* grace = "0.3") {
        QTest::newRow(name) << QString("import threading, time, queue\n") + body << sentence << grace;
    };
    row("endless loop", "def f():\n    while True:\n        pass\nthreading.Thread(target=f, name='spins').start()",
        "The thread spins was still running when the program ended, and was ended with it");
    row("thread that catches exceptions",
        "def f():\n    while True:\n        try:\n            time.sleep(100)\n        except Exception:\n            "
        "pass\n"
        "threading.Thread(target=f, name='sleeps').start()",
        "The thread sleeps was still running");
    row("two waiting threads", "for n in 'ab':\n    threading.Thread(target=queue.Queue().get, name=n).start()",
        "The thread a, the thread b were still running when the program ended, and were ended with it");
    row("thread without a name",
        "import _thread\nbegun = []\ndef f():\n    begun.append(1)\n    time.sleep(100)\n_thread.start_new_thread(f, "
        "())\n"
        "while not begun:\n    pass",
        "A thread was still running");
    row("thread about to end", "threading.Thread(target=time.sleep, args=(0.01,)).start()", "", "20");
    row("daemon thread", "threading.Thread(target=time.sleep, args=(100,), daemon=True).start()", "");
    row("idle thread pool",
        "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\n"
        "print(sum(pool.map(abs, [-1, -2])))",
        "", "20");
}

void TestEndings::threadsOfTheProgramEndWithTheRun()
{
    QFETCH(QString, source);
    QFETCH(QString, sentence);
    QFETCH(QString, grace);
    const std::string usual = exchangeLimits(grace.toStdString() + ",20");
    const auto restoring = qScopeGuard([&] { exchangeLimits(usual); });

    const auto trace = m_runs.trace(ProgramRuns::typed((source + "\nprint('done')\n").toStdString()));

    QVERIFY(!trace->error());
    QVERIFY(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)).endsWith("done\n"));
    const QString said = QString::fromStdString(warnings(*trace));
    QVERIFY2(sentence.isEmpty() ? said.isEmpty() : said.contains(sentence), qPrintable(said));
    const auto next = m_runs.trace(ProgramRuns::typed("import threading\nprint(threading.active_count())\n"));
    QCOMPARE(printed(*next, trace::OutputStream::Standard).substr(0, 2), std::string("1\n"));
}

/// The thread catches every exception raised in it, so the thread outlives the run.
void TestEndings::threadThatCannotBeEndedDoesNotBlockTheRun()
{
    const auto trace =
        m_runs.trace(ProgramRuns::typed("import threading\nbegun = threading.Event()\n"
                                        "def f():\n    while True:\n        try:\n            begun.set()\n            "
                                        "while True:\n                pass\n"
                                        "        except BaseException:\n            pass\n"
                                        "threading.Thread(target=f, name='stays').start()\nbegun.wait()\n"));

    QVERIFY(warnings(*trace).find("stays was still running when the program ended, and cannot be ended") !=
            std::string::npos);
    const auto next = m_runs.trace(ProgramRuns::typed("print(1)\n"));
    QCOMPARE(printed(*next, trace::OutputStream::Standard), std::string("1\n"));
    QCOMPARE(warnings(*next), std::string());
}

void TestEndings::pythonWaitsWithATimeoutTakeModelledTime_data()
{
    QTest::addColumn<QString>("wait");
    QTest::newRow("asyncio") << "asyncio.run(asyncio.sleep(0.5))";
    QTest::newRow("asyncio with a timeout")
        << "async def f():\n    try:\n        await asyncio.wait_for(asyncio.Event()."
           "wait(), 0.5)\n    except asyncio.TimeoutError:\n        pass\nasyncio.run"
           "(f())";
    QTest::newRow("queue") << "try:\n    queue.Queue().get(timeout=0.5)\nexcept queue.Empty:\n    pass";
    QTest::newRow("lock") << "l = threading.Lock()\nl.acquire()\nassert not l.acquire(timeout=0.5)";
    QTest::newRow("event") << "assert not threading.Event().wait(0.5)";
    QTest::newRow("condition") << "c = threading.Condition()\nwith c:\n    assert not c.wait(0.5)";
    QTest::newRow("semaphore") << "assert not threading.Semaphore(0).acquire(timeout=0.5)";
}

void TestEndings::pythonWaitsWithATimeoutTakeModelledTime()
{
    QFETCH(QString, wait);

    const auto trace =
        m_runs.trace(ProgramRuns::typed(("import asyncio, queue, threading, time\nt = time.monotonic()\n" + wait +
                                         "\nprint(round(time.monotonic() - t, 2))")
                                            .toStdString()));

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    QCOMPARE(printed(*trace, trace::OutputStream::Standard), std::string("0.5\n"));
}

void TestEndings::stoppingARunEndsWaitsAndLoopsOfPython_data()
{
    QTest::addColumn<QString>("wait");
    QTest::newRow("queue") << "queue.Queue().get()";
    QTest::newRow("join with a long timeout")
        << "t = threading.Thread(target=time.sleep, args=(100,))\nt.start()\nt.join(1000)";
    QTest::newRow("event") << "threading.Event().wait()";
    QTest::newRow("asyncio") << "asyncio.run(asyncio.Event().wait())";
    QTest::newRow("busy loop") << "while True:\n    pass";
    QTest::newRow("busy loop beside a waiting thread")
        << "threading.Thread(target=threading.Event().wait).start()\nwhile True:\n    pass";
    QTest::newRow("repeated short timeouts") << "while True:\n    threading.Event().wait(0.01)";
}

void TestEndings::stoppingARunEndsWaitsAndLoopsOfPython()
{
    QFETCH(QString, wait);
    for (const char* machine : {"book-v100", "this-computer"}) {
        auto request =
            ProgramRuns::typed(("import asyncio, queue, threading, time\nprint('waits')\n" + wait).toStdString());
        request.machine = machine;
        trace::Recorder recorder;
        std::jthread stopping([&](const std::stop_token& token) {
            while (!token.stop_requested() && recorder.snapshot()->programPart().outputs.empty())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            m_runs.runner().stop();
        });
        const auto outcome = m_runs.runner().run(request, recorder);

        QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());
        QVERIFY(outcome->stopped);
        for (const auto& note : outcome->trace->notes())
            QVERIFY2(note.text.english().find("Stopped") == std::string::npos, note.text.english().c_str());
    }
}

void TestEndings::deepRecursionRaisesRecursionError_data()
{
    QTest::addColumn<QString>("source");
    QTest::newRow("module") << "class M(torch.nn.Module):\n    def forward(self, x):\n        return self(x)\n"
                               "M()(torch.ones(1))";
    QTest::newRow("attributes")
        << "class M:\n    def __getattr__(self, name):\n        return getattr(self, name)\nM().x";
    QTest::newRow("repr()") << "class M:\n    def __repr__(self):\n        return repr(self)\nrepr(M())";
    QTest::newRow("constructors") << "class M:\n    def __init__(self):\n        sorted([1], key=lambda v: M())\nM()";
    QTest::newRow("comparisons")
        << "class M(list):\n    def __lt__(self, o):\n        return sorted([o, self])\nM() < M()";
}

/// Uses the highest recursion limit that this thread's stack allows.
void TestEndings::deepRecursionRaisesRecursionError()
{
    QFETCH(QString, source);

    const auto trace = m_runs.trace(ProgramRuns::typed(
        ("import sys, torch\nfor limit in (20000, 10000, 5000, 2500, 2000, 1500, 1000):\n    try:\n"
         "        sys.setrecursionlimit(limit)\n        break\n    except ValueError:\n        pass\n" +
         source)
            .toStdString()));

    QVERIFY(trace->error());
    QVERIFY2(trace->error()->type == "RecursionError", trace->error()->traceback.c_str());
}

void TestEndings::tooHighRecursionLimitIsRefused()
{
    const auto trace = m_runs.trace(ProgramRuns::typed("import sys\nsys.setrecursionlimit(10 ** 6)\n"));

    QVERIFY(trace->error());
    QVERIFY(trace->error()->message.starts_with("the recursion limit here is at most "));
}

void TestEndings::invalidUnicodeInErrorsIsRecorded_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("type");
    QTest::newRow("message of a ValueError") << "raise ValueError('\\ud800')"
                                             << "ValueError";
    QTest::newRow("message of an Exception") << "raise Exception('\\ud800')"
                                             << "Exception";
    QTest::newRow("message of an exit") << "import sys\nsys.exit('\\ud800')"
                                        << "SystemExit";
    QTest::newRow("missing key") << "{}['\\ud800']"
                                 << "KeyError";
    QTest::newRow("file name") << "open('\\udcff')"
                               << "FileNotFoundError";
}

void TestEndings::invalidUnicodeInErrorsIsRecorded()
{
    QFETCH(QString, source);
    QFETCH(QString, type);

    const auto trace = m_runs.trace(ProgramRuns::typed(source.toStdString()));

    QVERIFY(trace->error());
    QCOMPARE(QString::fromStdString(trace->error()->type), type);
    QVERIFY(!trace->error()->traceback.empty());
    QCOMPARE(trace->error()->line, source.startsWith("import") ? 2 : 1);
}

void TestEndings::exitFunctionsAreCalledAtProgramEnd()
{
    const auto trace = m_runs.trace(
        ProgramRuns::typed("import atexit\natexit.register(print, 'first')\natexit.register(print, 'second')\n"
                           "atexit.unregister(len)\nprint('program')\n"));

    QCOMPARE(printed(*trace, trace::OutputStream::Standard), std::string("program\nsecond\nfirst\n"));
    QCOMPARE(printed(*m_runs.trace(ProgramRuns::typed("print(1)")), trace::OutputStream::Standard), std::string("1\n"));
}

/// The memory limit is normally half of the computer's memory; here it is 8 MiB.
void TestEndings::endlessLoopEndsAtTheMemoryLimit()
{
    qputenv("OVERLAP_RUN_MEMORY", "8");
    const auto outcome =
        m_runs.run(ProgramRuns::typed("import torch\nx = torch.ones(10, device='cuda')\nwhile True:\n    x = x + 1\n"));
    qunsetenv("OVERLAP_RUN_MEMORY");

    QVERIFY(outcome);
    QVERIFY(outcome->stopped && !outcome->raised);
    QVERIFY(frontend::wasStoppedByRecordLimit(*outcome->trace));
    QVERIFY(outcome->trace->opCount() > 1000);
    QVERIFY(warnings(*outcome->trace).find("may use 8 MiB (OVERLAP_RUN_MEMORY)") != std::string::npos);
    qputenv("OVERLAP_RUN_MEMORY", "8G");
    const auto misspelled = m_runs.trace(ProgramRuns::typed("print(1)\n"));
    qunsetenv("OVERLAP_RUN_MEMORY");
    QVERIFY(warnings(*misspelled).find("OVERLAP_RUN_MEMORY is \"8G\"") != std::string::npos);
    const auto next = m_runs.trace(ProgramRuns::typed("print(1)\n"));
    QCOMPARE(printed(*next, trace::OutputStream::Standard), std::string("1\n"));
    QCOMPARE(warnings(*next), std::string());
}

QTEST_GUILESS_MAIN(TestEndings)
#include "tst_endings.moc"
