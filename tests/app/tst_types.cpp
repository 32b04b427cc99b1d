#include "tests/app/program_runs.h"

#include <QTest>

using namespace engine;
using frontend::Dialect;

namespace {

const std::string kTorch =
    "import torch\nfrom torch import nn\nfrom torch.nn import functional as F\n"
    "i, f = torch.arange(4), torch.ones(2) / 2\nb = torch.tensor([True, False])\n";
const std::string kNumpy = "import numpy as np\na = np.array([1, 2, 3])\n";
const std::string kMxnet =
    "import mxnet as mx\nfrom mxnet import nd, np\nx = nd.array([3, -4])\ni = np.array([1, 2], dtype='int64')\n";

Dialect dialectOf(const QString& name)
{
    return name == "mxnet" ? Dialect::MXNet : Dialect::Torch;
}

}  // namespace

/// Types of results: a dialect promotes types and prints values as its framework does, and refuses operations that
/// would silently lose digits.
class TestTypes : public QObject {
    Q_OBJECT

private slots:
    void resultsPrintAsInTheFramework_data();
    void resultsPrintAsInTheFramework();
    void invalidOrUnsupportedUseIsRefused_data();
    void invalidOrUnsupportedUseIsRefused();
    void programsPrintTheExpectedText_data();
    void programsPrintTheExpectedText();
    void copiesRecordTheirHostMemory();
    void backwardCallsWithoutALoaderAreSteps();
    void labelsOfSlicesDoNotWait();

private:
    [[nodiscard]] trace::TracePtr run(const QString& dialect, const QString& program,
                                      const std::string& machine = "book-v100")
    {
        const std::string start = dialect == "torch" ? kTorch : dialect == "numpy" ? kNumpy : kMxnet;
        auto request = ProgramRuns::typed(start + program.toStdString() + "\n", dialectOf(dialect));
        request.machine = machine;
        request.values = trace::ValueMode::Computed;
        return m_runs.trace(request);
    }

    ProgramRuns m_runs;
};

void TestTypes::resultsPrintAsInTheFramework_data()
{
    QTest::addColumn<QString>("dialect");
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* dialect, const char* expression, const char* text) {
        QTest::addRow("%s: %s", dialect, expression) << dialect << expression << text;
    };
    const auto torch = [&](const char* expression, const char* text) { row("torch", expression, text); };
    torch("i * 0.5", "tensor([0.0000, 0.5000, 1.0000, 1.5000])");
    torch("i / 2", "tensor([0.0000, 0.5000, 1.0000, 1.5000])");
    torch("i * 2", "tensor([0, 2, 4, 6])");
    torch("i + True", "tensor([1, 2, 3, 4])");
    torch("i - 1", "tensor([-1,  0,  1,  2])");
    torch("i ** 2", "tensor([0, 1, 4, 9])");
    torch("i // 2", "tensor([0, 0, 1, 1])");
    torch("-i // 2", "tensor([ 0, -1, -1, -2])");
    torch("i % 3", "tensor([0, 1, 2, 0])");
    torch("-i % 3", "tensor([0, 2, 1, 0])");
    torch("torch.tensor([1, 1, 0]).sum() / 4", "tensor(0.5000)");
    torch("1 / torch.tensor(2)", "tensor(0.5000)");
    torch("torch.sqrt(i)", "tensor([0.0000, 1.0000, 1.4142, 1.7321])");
    torch("torch.cat([torch.arange(2), f])", "tensor([0.0000, 1.0000, 0.5000, 0.5000])");
    torch("torch.stack([f, f * 2])", "tensor([[0.5000, 0.5000],\n        [1.0000, 1.0000]])");
    torch("torch.tensor([[1, 2.5]])", "tensor([[1.0000, 2.5000]])");
    torch("torch.tensor([True, 2])", "tensor([1, 2])");
    torch("torch.tensor([[True]])", "tensor([[True]])");
    torch("torch.tensor([1.7, -1.7]).long()", "tensor([ 1, -1])");
    torch("torch.tensor([1.7, 0.0]).bool()", "tensor([ True, False])");
    torch("torch.tensor([2.7], dtype=torch.int64)", "tensor([2])");
    torch("i > 1", "tensor([False, False,  True,  True])");
    torch("~(i > 1) | (i == 3)", "tensor([ True,  True, False,  True])");
    torch("(i > 0) & (i < 3)", "tensor([False,  True,  True, False])");
    torch("b + b", "tensor([ True, False])");
    torch("b.sum()", "tensor(1)");
    torch("i.argmax()", "tensor(3)");
    torch("i.max(), i.min()", "tensor(3) tensor(0)");
    torch("torch.tensor([[1., 5.], [7., 2.]]).max(1).indices", "tensor([1, 0])");
    torch("torch.tensor([[1., 5.], [7., 2.]]).min(0).values", "tensor([1., 2.])");
    torch("(i >= 0).all()", "tensor(True)");
    torch("torch.zeros_like(i)", "tensor([0, 0, 0, 0])");
    torch("torch.full((2,), 7)", "tensor([7, 7])");
    torch("torch.full((2,), 7.)", "tensor([7., 7.])");
    torch("torch.allclose(f, f + 1e-9)", "True");
    torch("torch.tensor([3., -4.]).norm(), torch.tensor([3., -4.]).norm(1)", "tensor(5.) tensor(7.)");
    torch("torch.tensor([1.5, -1.5]).floor()", "tensor([ 1., -2.])");
    torch("i.unsqueeze(1).shape", "torch.Size([4, 1])");
    torch("i.view(2, 2).transpose(0, 1)", "tensor([[0, 2],\n        [1, 3]])");
    torch("torch.Tensor([1])", "tensor([1.])");
    torch("sorted(set(torch.randint(0, 3, (100,)).tolist()))", "[0, 1, 2]");
    torch("sorted(set(torch.randint(1, 4, (100,), dtype=torch.float32).tolist()))", "[1.0, 2.0, 3.0]");
    torch("torch.randint(3, (2,), dtype=torch.float32, requires_grad=True).requires_grad", "True");
    torch("torch.allclose(f, f / 0), torch.allclose(f / 0, f / 0)", "False True");
    torch("b.min(), b.max()", "tensor(False) tensor(True)");
    torch("torch.tensor(2**24 - 1)", "tensor(16777215)");
    torch("F.dropout(torch.ones(2), 0.5, training=False)", "tensor([1., 1.])");
    torch("2 in i.view(2, 2), 7 in i, 0.5 in f", "True False True");
    torch("'abcd'[i.argmax()], list(range(i[2])), i[i.argmax()]", "d [0, 1] tensor(3)");
    torch("torch.tensor([f[0], f.sum()]), torch.tensor(f.to('cuda')).device", "tensor([0.5000, 1.0000]) cuda:0");
    torch("torch.arange(2000)", "tensor([   0,    1,    2,  ..., 1997, 1998, 1999])");
    torch("torch.arange(20)",
          "tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,\n        18, 19])");
    torch("torch.zeros(3, 0), torch.zeros(0, dtype=torch.int64)",
          "tensor([], size=(3, 0)) tensor([], dtype=torch.int64)");
    row("numpy", "np.arange(27)",
        "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n 24 25 26]");
    row("numpy", "divmod(a, 2), 2 ** a", "(array([0, 1, 1]), array([1, 0, 1])) [2 4 8]");
    row("numpy", "2 in a, 7 in a, 'abcd'[a.max()]", "True False d");
    row("numpy", "np.array([np.nan, 1.0]), np.array([np.inf, 1.5, -2.0])", "[nan  1.] [ inf  1.5 -2. ]");
    torch("torch.where(i > 1, i, 0), torch.where(b, f.log(), -1)", "tensor([0, 0, 2, 3]) tensor([-0.6931, -1.0000])");
    torch("torch.where(i.view(4, 1) > 1, f, torch.tensor(float('nan'))).shape", "torch.Size([4, 2])");
    torch("2 ** i, 2 ** f, 2.0 ** i", "tensor([1, 2, 4, 8]) tensor([1.4142, 1.4142]) tensor([1., 2., 4., 8.])");
    torch("3 ** (i * 5 - 1)", "tensor([      0,      81,   19683, 4782969])");
    torch("7 // (i + 1), 7 % (i + 1), divmod(i, 2)",
          "tensor([7, 3, 2, 1]) tensor([0, 1, 1, 3]) (tensor([0, 0, 1, 1]), tensor([0, 1, 0, 1]))");
    torch("10 ** torch.tensor([2.]) == 100, 2 ** torch.tensor([-1., 10.]), 3. ** i",
          "tensor([True]) tensor([5.0000e-01, 1.0240e+03]) tensor([ 1.,  3.,  9., 27.])");
    torch("torch.arange(start=1, end=4), torch.arange(0, 10, step=4), torch.arange(1, end=3)",
          "tensor([1, 2, 3]) tensor([0, 4, 8]) tensor([1, 2])");
    torch("(torch.normal(torch.tensor([0., 9.]), torch.full((2,), .01)).abs() < 5).tolist()", "[True, False]");
    torch("torch.normal(0., torch.ones(2, 3)).shape, torch.normal(torch.zeros(2), 1).shape",
          "torch.Size([2, 3]) torch.Size([2])");
    torch("torch.linspace(0, 1, 5), torch.isnan(f / 0 - f / 0)",
          "tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000]) tensor([True, True])");
    torch("torch.tensor([1., 2., 4.]).var(), torch.tensor([[1., 3.], [2., 2.]]).std(1, unbiased=False)",
          "tensor(2.3333) tensor([1., 0.])");
    torch("torch.tensor([1., 2., 6.]).var(False), torch.std(torch.tensor([[1., 3.], [2., 2.]]), False)",
          "tensor(4.6667) tensor(0.7071)");
    torch("torch.linspace(0, 10, 5, dtype=torch.int64), torch.linspace(3, 1, 2, dtype=torch.float32)",
          "tensor([ 0,  2,  5,  7, 10]) tensor([3., 1.])");
    torch("torch.linspace(0.1, 0.7, 7)[-1] == torch.tensor(0.7), torch.linspace(2, 5, 1), torch.linspace(2, 5, 0)",
          "tensor(True) tensor([2.]) tensor([])");
    torch("torch.tensor(__import__('numpy').arange(3)), torch.tensor(__import__('numpy').ones(2), device='cpu')",
          "tensor([0, 1, 2]) tensor([1., 1.])");
    torch("torch.tensor(__import__('numpy').ones((1, 2)), dtype=torch.int64, device='cuda')",
          "tensor([[1, 1]], device='cuda:0')");
    torch("nn.ReLU(inplace=True), nn.Softmax(dim=1)", "ReLU(inplace=True) Softmax(dim=1)");
    row("numpy", "a / 2", "[0.5 1.  1.5]");
    row("numpy", "1 / a", "[1.         0.5        0.33333334]");
    row("numpy", "np.array([1, 2.5])", "[1.  2.5]");
    row("numpy", "np.zeros(2, dtype=np.int64)", "[0 0]");
    row("numpy", "np.arange(3)", "[0 1 2]");
    row("numpy", "a > 1", "[False  True  True]");
    row("numpy", "np.array([True])", "[ True]");
    row("numpy", "np.maximum(a, 2)", "[2 2 3]");
    row("numpy", "a.mean()", "2.0");
    row("numpy", "(a * 1e9).sum(), np.ones(2).sum() / 0", "6000000000.0 inf");
    row("numpy", "np.float32(0.1), np.int64(2.5), np.float32([1, 2]), np.float64(2), np.zeros(1, np.float32).dtype",
        "0.1 2 [1. 2.] 2.0 float32");
    row("numpy", "f'{a.mean():f}'", "2.000000");
    row("mxnet", "nd.norm(x, ord=1).asscalar(), x.norm().asscalar()", "7.0 5.0");
    row("mxnet", "(x > 0).asnumpy().tolist()", "[1.0, 0.0]");
    row("mxnet", "nd.one_hot(nd.array([0, 2, 5]), 3).asnumpy().tolist()",
        "[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]");
    row("mxnet",
        "(lambda x: (nd.transpose(x, axes=(0, 1)).__iadd__(10), nd.swapaxes(x, 1, 1).__iadd__(10), x)[-1])"
        "(nd.zeros((1, 2))).asnumpy().tolist()",
        "[[0.0, 0.0]]");
    row("mxnet", "nd.one_hot(nd.array([1.7, 0.2]), 2).asnumpy().tolist()", "[[0.0, 1.0], [1.0, 0.0]]");
    row("mxnet", "nd.one_hot(nd.array([1]), depth=2, on_value=5, off_value=-1).asnumpy().tolist()", "[[-1.0, 5.0]]");
    row("mxnet", "nd.arange(12).reshape((2, 3, 2)).transpose((0, 2, 1)).asnumpy().tolist()",
        "[[[0.0, 2.0, 4.0], [1.0, 3.0, 5.0]], [[6.0, 8.0, 10.0], [7.0, 9.0, 11.0]]]");
    row("mxnet", "nd.transpose(nd.arange(6).reshape((1, 2, 3)), axes=(2, 0, 1)).asnumpy().tolist()",
        "[[[0.0, 3.0]], [[1.0, 4.0]], [[2.0, 5.0]]]");
    row("mxnet",
        "nd.ones((2, 3, 4)).swapaxes(0, 2).shape, np.ones((2, 3, 4)).transpose(1, 0, 2).shape, nd.ones((2, 3)).T.shape",
        "(4, 3, 2) (3, 2, 4) (3, 2)");
    row("mxnet", "nd.array([30]).sqrt().asscalar(), [nd.ones(1).asscalar()]", "5.477226 [1.0]");
    row("mxnet", "3 in x, 7 in x.reshape((1, 2)), 2 in i, 'ab'[i[0]]", "True False True b");
    row("mxnet", "nd.array([True, False]).asnumpy(), nd.array(range(2)).asnumpy(), np.array([True])",
        "[1. 0.] [0. 1.] [ True]");
    row("mxnet",
        "nd.ones((1,), mx.gpu(0)).context, nd.full((2,), 3, mx.gpu(1), 'int64').dtype, nd.zeros(1, mx.cpu()).context",
        "gpu(0) int64 cpu(0)");
    row("mxnet", "nd.arange(6)[::2].asnumpy(), nd.arange(5)[1::3].asnumpy()", "[0. 2. 4.] [1. 4.]");
    row("mxnet", "repr(i / 2)", "array([0.5, 1. ])");
    row("mxnet", "repr(i * 2)", "array([2, 4], dtype=int64)");
    row("mxnet", "repr(i > 1)", "array([False,  True])");
    row("mxnet", "repr(np.argmax(i))", "array(1, dtype=int64)");
    row("mxnet", "np.ones(66).sum(), f'{np.ones(2).sum()}', np.ones(1).sum() * 1e9, np.ones(2).sum() * 1.5",
        "66.0 2.0 1000000000.0 3.0");
    row("mxnet", "np.float32(2), np.int32(2.5), np.float64(2), np.ones(1, dtype=np.float32).dtype",
        "2.0 2 2.0 float32");
    row("mxnet", "repr(np.ones(2).sum()), i.sum(), np.ones(4, ctx=mx.gpu()).sum()", "array(2.) 3 4.0 @gpu(0)");
    row("mxnet", "f'{np.ones(2).mean().asnumpy():f}'", "1.000000");
}

void TestTypes::resultsPrintAsInTheFramework()
{
    QFETCH(QString, dialect);
    QFETCH(QString, expression);
    QFETCH(QString, text);
    const auto trace = run(dialect, "print(" + expression + ")");
    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), text + "\n");
}

void TestTypes::invalidOrUnsupportedUseIsRefused_data()
{
    QTest::addColumn<QString>("dialect");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* dialect, const char* program, const char* type, const char* message) {
        QTest::addRow("%s: %s", dialect, program) << dialect << program << type << message;
    };
    const auto torch = [&](const char* program, const char* type, const char* message) {
        row("torch", program, type, message);
    };
    torch("i += 0.5", "RuntimeError", "result type Float can't be cast to the desired output type Long");
    torch("i /= 2", "RuntimeError", "result type Float can't be cast to the desired output type Long");
    torch("i.float().mean()\ni.mean()", "RuntimeError", "mean(): could not infer output dtype");
    torch("b - b", "RuntimeError", "Subtraction, the `-` operator, with two bool tensors is not supported");
    torch("(-2) ** f", "NotImplementedError", "a positive number is");
    torch("print(2 ** (i + 21))", "NotImplementedError", "is beyond 2^24");
    torch("f // 2", "NotImplementedError", "of whole numbers here");
    torch("torch.tensor(2**24 + 1)", "NotImplementedError", "16777217 is beyond 2^24");
    torch("print(torch.tensor(2**24 - 1) + 2)", "NotImplementedError", "is beyond 2^24");
    torch("torch.stack([f, f, i])", "RuntimeError",
          "stack expects each tensor to be equal size, but got [2] at entry 0 and [4] at entry 2");
    torch("print(torch.tensor(2**13) * 2**13)", "NotImplementedError", "67108864 is beyond 2^24");
    torch("F.cross_entropy(torch.ones(2, 3), torch.tensor([5, 0]))", "IndexError", "Target 5 is out of bounds.");
    torch("F.cross_entropy(torch.ones(1, 3), torch.ones(1))", "RuntimeError",
          "expected scalar type Long but found Float");
    torch("f.unsqueze(0)", "NotImplementedError", "did you mean unsqueeze");
    torch("import matplotlib.pyplot as plt", "ModuleNotFoundError", "Python's standard library and the dialects");
    torch("from torch.utils import tensorboard", "NotImplementedError", "torch.utils.tensorboard is not there");
    torch("from torch.utils.data import IterableDataset", "NotImplementedError", "there are Dataset");
    torch("torch.where(f, f, f)", "RuntimeError", "where expected condition to be a boolean tensor");
    torch("torch.ones(2, requires_grad=True).numpy()", "RuntimeError", "Use tensor.detach().numpy() instead.");
    torch("i.item()", "RuntimeError", "a Tensor with 4 elements cannot be converted to Scalar");
    torch("bool(i)", "RuntimeError", "Boolean value of Tensor with more than one value is ambiguous");
    torch("torch.ones(2, 3).mm(torch.ones(3))", "RuntimeError", "mat2 must be a matrix");
    torch("'ab'[f[0]]", "TypeError", "only integer tensors of a single element can be converted to an index");
    torch("i // torch.tensor([1, 2, 0, 3])", "RuntimeError", "ZeroDivisionError");
    torch("torch.tensor([7]) % torch.tensor(0)", "RuntimeError", "ZeroDivisionError");
    torch("i // 0", "RuntimeError", "ZeroDivisionError");
    torch("print((f / 0).long())", "NotImplementedError", "inf among whole numbers");
    torch("torch.tensor([float('nan')]).long().tolist()", "NotImplementedError", "nan among whole numbers");
    torch("nn.Conv2d(1, 1, 3, padding='same', stride=2)", "ValueError", "not supported for strided convolutions");
    torch("nn.Conv2d(1, 1, 2, padding='same')", "NotImplementedError", "takes odd kernels here");
    torch("nn.Conv2d(1, 1, 3, padding='some')", "ValueError", "Invalid padding string 'some'");
    torch("f.data = torch.ones(3)", "NotImplementedError", "of the same shape");
    torch("f.data = 3", "TypeError", "has to be a tensor");
    torch("torch.arange(start=1)", "TypeError", "arange(start, end, step), each once");
    torch("torch.normal(f, f, size=(2,))", "TypeError", "leave size out");
    row("numpy", "np.float64([1])", "NotImplementedError", "float64 is not there");
    row("numpy", "a // np.array([0, 1, 1])", "ZeroDivisionError", "division or modulo by zero");
    row("numpy", "a += 0.5", "RuntimeError", "Cannot cast 'add_' output from float32 to int64");
    row("mxnet", "nd.transpose(nd.ones((2, 3)), axes=(0, 0))", "ValueError", "each of the 2 axes is named once");
    row("mxnet", "nd.ones((2, 3)).swapaxes(0, 2)", "ValueError", "out of range");
    row("numpy", "np.zeros(2, dtype=np.float64)", "NotImplementedError", "float64 is not there");
    row("mxnet", "i += 0.5", "MXNetError", "Cannot cast");
    row("mxnet", "nd.array([1, 2], dtype='int64') * 0.5", "NotImplementedError", ".astype('float32')");
    row("mxnet", "nd.norm(x, ord=3)", "NotImplementedError", "norm() is of ord=1 or 2 here");
}

void TestTypes::invalidOrUnsupportedUseIsRefused()
{
    QFETCH(QString, dialect);
    QFETCH(QString, program);
    QFETCH(QString, type);
    QFETCH(QString, message);
    const auto trace = run(dialect, program);
    QVERIFY2(trace->error(), printed(*trace, trace::OutputStream::Standard).c_str());
    QCOMPARE(QString::fromStdString(trace->error()->type), type);
    QVERIFY2(QString::fromStdString(trace->error()->message).contains(message), trace->error()->message.c_str());
}

void TestTypes::programsPrintTheExpectedText_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* program, const char* text) {
        QTest::newRow(name) << program << text;
    };
    row("out-of-memory error is caught",
        "try:\n    torch.rand(10**5, 10**5, device='cuda')\nexcept torch.cuda.OutOfMemoryError:\n    print('full')",
        "full\n");
    row("device read in another thread",
        "import threading\nthread = threading.Thread(target=lambda: print(f.device))\nthread.start()\nthread.join()",
        "cpu\n");
    row("relu in place",
        "x = torch.tensor([-1., 2.])\ny = F.relu(x, inplace=True)\nprint(y is x, x.tolist())\ngrads = []\n"
        "for inplace in (False, True):\n    torch.manual_seed(0)\n"
        "    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(inplace), nn.Linear(4, 2))\n"
        "    (net(torch.ones(5, 3)) ** 2).sum().backward()\n    grads.append(net[0].weight.grad)\n"
        "print(torch.equal(*grads), grads[0].abs().sum().item() > 0)",
        "True [0.0, 2.0]\nTrue True\n");
    row("linspace has gradients and can be pinned",
        "x = torch.linspace(0, 1, 5, requires_grad=True)\n(x * x).sum().backward()\nprint(x.grad.tolist(), x.is_leaf)\n"
        "torch.linspace(0, 1, 5, pin_memory=True).to('cuda', non_blocking=True)",
        "[0.0, 0.5, 1.0, 1.5, 2.0] True\n");
    row("gradients of equal values",
        "def gradient(of, *values):\n    w = [torch.tensor(v, requires_grad=True) for v in values]\n"
        "    of(*w).sum().backward()\n    print([one.grad.tolist() for one in w])\n"
        "gradient(lambda w: w.max(1).values, [[1., 5., 5.]])\n"
        "gradient(lambda w: w.min(0)[0], [[1., 5.], [1., 4.]])\n"
        "gradient(lambda w: w.max(), [1., 5., 5.])\ngradient(lambda w: w.norm(float('inf')), [-2., 2., 1.])\n"
        "gradient(torch.maximum, [1., 2., 3.], [1., 3., 2.])\ngradient(torch.minimum, [1., 2., 3.], [1., 3., 2.])",
        "[[[0.0, 1.0, 0.0]]]\n[[[1.0, 0.0], [0.0, 1.0]]]\n[[0.0, 0.5, 0.5]]\n[[-0.5, 0.5, 0.0]]\n"
        "[[0.5, 0.0, 1.0], [0.5, 1.0, 0.0]]\n[[0.5, 1.0, 0.0], [0.5, 0.0, 1.0]]\n");
    row("gradients at points without a slope",
        "def gradient(of, values):\n    w = torch.tensor(values, requires_grad=True)\n"
        "    of(w).sum().backward()\n    print(w.grad.tolist())\n"
        "gradient(lambda w: w.norm(), [0., 0.])\ngradient(lambda w: w.norm(dim=1), [[3., 4.], [0., 0.]])\n"
        "gradient(lambda w: w.std(), [1., 1.])\ngradient(lambda w: w ** 0, [0., 2.])\n"
        "gradient(lambda w: 2 ** w / torch.tensor(2.).log(), [1., 3.])",
        "[0.0, 0.0]\n[[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]\n[0.0, 0.0]\n[0.0, 0.0]\n[2.0, 8.0]\n");
    row("gradients pass through permuted axes",
        "w = torch.arange(6.).view(1, 2, 3).requires_grad_()\n"
        "(w.permute(0, 2, 1) * torch.arange(6.).view(1, 3, 2)).sum().backward()\nprint(w.grad.tolist())",
        "[[[0.0, 2.0, 4.0], [1.0, 3.0, 5.0]]]\n");
    row("where() sends gradients to the selected input",
        "w = torch.tensor([1., 2.], requires_grad=True)\ntorch.where(b, w * 3, w * 5).sum().backward()\n"
        "print(w.grad.tolist())",
        "[3.0, 5.0]\n");
    row("transposed tensor shares memory",
        "x = torch.ones(2, 3)\nq = x.t()\nq += 1\nprint(x.tolist())\nq[0] = 5\nx.T[1, 0] = 7\nprint(x.tolist())",
        "[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]\n[[5.0, 7.0, 2.0], [5.0, 2.0, 2.0]]\n");
    row("CPU scalar combines with GPU tensors",
        "x, c = torch.tensor([1., 2.], device='cuda'), torch.tensor(2.)\n"
        "print((x * c).tolist(), (c - x).tolist(), (x / c).tolist(), (c > x).tolist(), (c / x).device)\n"
        "w = torch.tensor(3., requires_grad=True)\n(w * x).sum().backward()\nprint(w.grad)\n"
        "x += c\nx[0:1] = torch.tensor([9.])\nprint(x.tolist())\n"
        "for of in (lambda: c.add_(x), lambda: x + torch.ones(2), lambda: x @ torch.ones(2)):\n    try:\n"
        "        of()\n    except RuntimeError as error:\n        print(str(error)[:54])",
        "[2.0, 4.0] [1.0, 0.0] [0.5, 1.0] [True, False] cuda:0\ntensor(3.)\n[9.0, 4.0]\n"
        "Expected all tensors to be on the same device, but fou\nExpected all tensors to be on the same device, but "
        "fou\n"
        "Expected all tensors to be on the same device, but fou\n");
    row(".data sets the values of a leaf",
        "w = torch.tensor([1., 2.], requires_grad=True)\n(w * w).sum().backward()\nw.data = w.data - 0.25 * w.grad\n"
        "print(w)\nw.data -= 1\nprint(w, w.grad.tolist())\nnet = nn.Linear(2, 1, bias=False)\n"
        "net.weight.data = torch.ones(1, 2)\nnet.weight.data *= 3\nnet.weight.data = net.weight.data.to('cuda')\n"
        "print(net(torch.ones(1, 2, device='cuda')).tolist())",
        "tensor([0.5000, 1.0000], requires_grad=True)\ntensor([-0.5000,  0.0000], requires_grad=True) [2.0, 4.0]\n"
        "[[6.0]]\n");
    row("convolutions with padding",
        "net = nn.Conv2d(1, 1, (3, 1), padding='same')\nprint(net)\nprint(net(torch.ones(1, 1, 4, 5)).shape)\n"
        "print(F.conv2d(torch.ones(1, 1, 3, 3), torch.ones(1, 1, 3, 3), padding='valid').item())",
        "Conv2d(1, 1, kernel_size=(3, 1), stride=(1, 1), padding=same)\ntorch.Size([1, 1, 4, 5])\n9.0\n");
    row("NumPy scalar combines with tensors",
        "import numpy as np\nx = torch.ones(2, device='cuda')\nprint((x * np.float32(0.5)).tolist(), np.int64(3) - x)\n"
        "print(np.float32(0.5) / torch.ones(2), np.ones(2).sum() * torch.ones(1), np.float32(1) / 3)",
        "[0.5, 0.5] tensor([2., 2.], device='cuda:0')\ntensor([0.5000, 0.5000]) tensor([2.]) 0.33333334\n");
    row("copied net",
        "import copy\nnet = nn.Linear(2, 1)\ntwin = copy.deepcopy(net)\nwith torch.no_grad():\n    net.weight += 1\n"
        "print(torch.allclose(net.weight, twin.weight))\ntwin.load_state_dict(net.state_dict())\n"
        "print(torch.equal(net.weight, twin.weight), twin.weight.requires_grad)",
        "False\nTrue True\n");
}

void TestTypes::programsPrintTheExpectedText()
{
    QFETCH(QString, program);
    QFETCH(QString, text);
    const auto trace = run("torch", program);
    QVERIFY2(!trace->error(), trace->error() ? trace->error()->message.c_str() : "");
    QCOMPARE(QString::fromStdString(printed(*trace, trace::OutputStream::Standard)), text);
}

void TestTypes::copiesRecordTheirHostMemory()
{
    const auto copies = [&](const char* make) {
        const auto trace = run("torch", QString("x = %1\ny = x.to('cuda:0', non_blocking=True)").arg(make));
        std::vector<trace::HostMemory> kinds;
        for (std::uint32_t i = 0; i < trace->opCount(); ++i)
            if (const auto& op = trace->op(OpId{i}); trace->text(op.name) == "to")
                kinds.push_back(op.hostMemory);
        return kinds;
    };
    QCOMPARE(copies("torch.ones(400, 400)"), std::vector{trace::HostMemory::PageableWarm});
    const auto pinned = copies("torch.ones(400, 400, pin_memory=True)");
    QCOMPARE(pinned.size(), std::size_t{1});
    QVERIFY(pinned[0] == trace::HostMemory::PinnedFresh || pinned[0] == trace::HostMemory::PinnedPool);
    QCOMPARE(copies("torch.ones(400, 400).pin_memory()"), pinned);
    const auto trace = run("torch", "torch.ones(2, pin_memory=True)", "laptop-2019");
    QVERIFY(trace->error());
    QVERIFY(trace->error()->message.find("no GPU to pin memory for") != std::string::npos);
}

void TestTypes::backwardCallsWithoutALoaderAreSteps()
{
    const auto trace =
        run("torch", "w = torch.ones(1, requires_grad=True)\nfor _ in range(3):\n    (w * 2).sum().backward()");
    std::vector<std::int32_t> steps;
    for (const auto& metric : trace->metrics())
        steps.push_back(metric.step);
    QCOMPARE(steps, (std::vector<std::int32_t>{0, 1, 2}));
}

/// x[i:i + 2] reads both bounds, each once; the operation's label causes no further read.
void TestTypes::labelsOfSlicesDoNotWait()
{
    const auto trace = run("torch", "x = torch.arange(10.)\nn = torch.tensor(3)\ny = x[n:n + 2]\nz = x[n]");

    QVERIFY2(!trace->error(), trace->error() ? trace->error()->traceback.c_str() : "");
    std::string calls, texts;
    for (const auto& wait : trace->waits())
        calls += std::string(trace->text(wait.call)) + "; ";
    for (std::uint32_t i = 0; i < trace->opCount(); ++i)
        if (trace->text(trace->op(OpId{i}).name) == "slice")
            texts += std::string(trace->text(trace->op(OpId{i}).text)) + "; ";
    QCOMPARE(calls, std::string("index; index; index; "));
    QCOMPARE(texts, std::string("y = x[n:i]; z = x[n]; "));
}

QTEST_GUILESS_MAIN(TestTypes)
#include "tst_types.moc"
