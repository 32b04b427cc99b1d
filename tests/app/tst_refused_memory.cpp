#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "tests/app/program_runs.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <new>

using namespace engine;
using frontend::Dialect;

namespace {

thread_local long t_next = -1;  ///< allocations of this thread that succeed before one fails; negative: none fails

/// refuse(n) in Python: n more allocations succeed and the next one fails; negative: none fails. Returns the previous
/// number.
PyObject* refuse(PyObject*, PyObject* next)
{
    return PyLong_FromLong(std::exchange(t_next, PyLong_AsLong(next)));
}
PyMethodDef g_refuse{"refuse", refuse, METH_O, nullptr};

/// Adds refuse() to the module `builtins` for the next run. The front end restores the module when that run ends.
void defineRefuse()
{
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject* builtins = PyImport_ImportModule("builtins");
    PyObject* function = PyCFunction_New(&g_refuse, nullptr);
    PyObject_SetAttrString(builtins, "refuse", function);
    Py_DECREF(function);
    Py_DECREF(builtins);
    PyGILState_Release(state);
}

constexpr long kMany = 1L << 40;

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return t_next >= 0 && t_next-- == 0 ? nullptr : std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size)
{
    void* memory = operator new(size, std::nothrow);
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

/// Tests runs in which an allocation of the program's thread fails.
class TestRefusedMemory : public QObject {
    Q_OBJECT

private slots:
    void refusedAllocationEndsARunWithAnError_data();
    void refusedAllocationEndsARunWithAnError();

private:
    ProgramRuns m_runs;
};

void TestRefusedMemory::refusedAllocationEndsARunWithAnError_data()
{
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("source");

    QTest::newRow("operators") << "book-v100"
                               << "x = torch.ones((4, 4), device='cuda:0')\n"
                                  "y = [x.mm(x) + 2 for _ in range(20)]\n"
                                  "print(y[3].sum().item())\n";
    QTest::newRow("operators on this computer") << "this-computer"
                                                << "x = torch.ones((4, 4))\n"
                                                   "y = [x.mm(x) + 2 for _ in range(20)]\n"
                                                   "print(y[3].sum().item())\n";
    QTest::newRow("gradients") << "book-v100"
                               << "net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))\n"
                                  "loss = net(torch.ones((2, 4))).sum()\n"
                                  "loss.backward()\n"
                                  "print(net[0].weight.grad.shape)\n";
}

void TestRefusedMemory::refusedAllocationEndsARunWithAnError()
{
    QFETCH(QString, machine);
    QFETCH(QString, source);
    const auto run = [&](long next) {
        frontend::RunRequest request =
            ProgramRuns::typed("import torch\nfrom torch import nn\nrefuse(" + std::to_string(next) + ")\n" +
                               source.toStdString() + "print('left', refuse(-1))\n");
        request.machine = machine.toStdString();
        defineRefuse();
        auto outcome = m_runs.run(request);
        t_next = -1;
        return outcome;
    };
    const auto whole = run(kMany);
    QVERIFY(whole);
    QVERIFY(!whole->raised);
    const std::string text = printed(*whole->trace, trace::OutputStream::Standard);
    const long allocations = kMany - std::stol(text.substr(text.find("left ") + 5));
    QVERIFY(allocations > 10);

    const long step = std::max(1L, allocations / 60);
    for (long n = 0; n < allocations; n += step) {
        const auto outcome = run(n);

        QVERIFY(outcome || outcome.error().code == ErrorCode::OutOfMemory);
        if (outcome && outcome->raised) {
            const trace::ErrorRecord& error = *outcome->trace->error();
            QVERIFY2(error.type == "MemoryError" || error.message.find("memory") != std::string::npos,
                     error.traceback.c_str());
        }
    }
    const auto after = run(-1);
    QVERIFY(after);
    QVERIFY(!after->raised);
}

QTEST_GUILESS_MAIN(TestRefusedMemory)
#include "tst_refused_memory.moc"
