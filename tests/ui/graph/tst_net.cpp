#include "engine/trace/store.h"
#include "ui/graph/detail/motion.h"
#include "ui/graph/detail/zoom_painter.h"
#include "ui/graph/diagram.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/search.h"
#include "ui/look/theme.h"

#include <QAction>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QTest>
#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>

using namespace engine;
using namespace engine::trace;
using namespace ui::graph;

namespace {

/// Records one batch of a net on two GPUs: a convolution, two stages of two residual blocks, a dense layer; then the
/// gradients, their sums over the GPUs, and the updates.
class Batch {
public:
    explicit Batch(DeviceKind kind = DeviceKind::Gpu)
    {
        m_store.apply(std::make_shared<const RunInfo>());
        for (std::uint32_t gpu = 0; gpu < 2; ++gpu)
            m_store.apply(DeviceRecord{DeviceId(gpu), kind, "GPU " + std::to_string(gpu), "V100", {}, {}, 0});
        for (std::uint32_t gpu = 0; gpu < 2; ++gpu)
            m_store.apply(LaneRecord{LaneId(gpu), DeviceId(gpu), LaneRole::Compute, 0, "compute", 0});
    }

    struct What {
        const char* name;
        std::string layer;
        const char* phase = "train";
        Kind kind = Kind::Compute;
        const char* text = "";
        double flops = 0;
    };

    OpId add(std::uint32_t gpu, const What& what, const std::vector<OpId>& reads)
    {
        IssueRecord issue;
        issue.op = OpId(m_count);
        issue.begin = Nanoseconds{m_count * 10};
        issue.end = Nanoseconds{m_count * 10 + 5};
        issue.name = nameOf(what.name);
        issue.phase = nameOf(what.phase);
        if (!what.layer.empty())
            issue.layer = nameOf(what.layer);
        issue.shape = nameOf("32x64x28x28");
        issue.text = nameOf(what.text);
        issue.flops = what.flops;
        issue.outputBytes = Bytes{4096};
        issue.bytes = Bytes{4096};
        issue.kind = what.kind;
        issue.device = DeviceId(gpu);
        m_store.apply(issue);
        for (const OpId from : reads)
            m_store.apply(DependencyRecord{from, OpId(m_count), DependencyKind::ReadAfterWrite});
        LifeRecord life;
        life.op = OpId(m_count);
        life.lane = LaneId(gpu);
        life.ready = issue.end;
        life.started = Nanoseconds{m_count * 100};
        life.finished = Nanoseconds{m_count * 100 + 90};
        m_store.apply(life);
        return OpId(m_count++);
    }

    /// Records a dependency: `writer` overwrites memory that `reader` reads.
    void overwrite(OpId reader, OpId writer)
    {
        m_store.apply(DependencyRecord{reader, writer, DependencyKind::WriteAfterRead});
    }

    TracePtr finish()
    {
        for (const StepKind kind : {StepKind::Epoch, StepKind::Batch})
            m_store.apply(StepRecord{Nanoseconds{}, Nanoseconds{m_count * 100}, kind, 0, 1, 1});
        m_store.apply(EndRecord{Nanoseconds{m_count * 100}, true});
        return m_store.snapshot();
    }

    /// Records a net of functions without layers: a convolution, a pooling and two products with biases. The products
    /// have the operator `operatorName` in the forward pass and `backwardName` in the backward pass.
    TracePtr recordFunctions(const char* operatorName, const char* backwardName)
    {
        constexpr double kWork = 1e6;
        const auto forward = [&](const char* name, Kind kind, double flops, const std::vector<OpId>& reads) {
            return add(0, {name, "", "lenet", kind, "", flops}, reads);
        };
        const auto backward = [&](const char* name, Kind kind, const std::vector<OpId>& reads) {
            return add(0, {name, "", "backward", kind}, reads);
        };
        const auto update = [&](OpId gradient, OpId reader) {
            const OpId step = add(0, {"mul", "", "update", Kind::Elementwise}, {gradient});
            const OpId changed = add(0, {"sub_", "", "update", Kind::Elementwise}, {step});
            overwrite(reader, changed);
            overwrite(step, add(0, {"fill", "", "update", Kind::Elementwise}, {}));
        };
        const OpId images = add(0, {"to", "", "split", Kind::CopyIn}, {});
        const OpId conv = forward("conv2d", Kind::Compute, kWork, {images});
        const OpId pool = forward("avg_pool2d", Kind::Compute, 0, {conv});
        const OpId hidden = forward(operatorName, Kind::Compute, kWork, {pool});
        const OpId hiddenBias = forward("add", Kind::Elementwise, 1, {hidden});
        const OpId relu = forward("relu", Kind::Elementwise, 1, {hiddenBias});
        const OpId result = forward(operatorName, Kind::Compute, kWork, {relu});
        const OpId resultBias = forward("add", Kind::Elementwise, 1, {result});
        const OpId loss = forward("log_softmax", Kind::Compute, 5, {resultBias});
        const OpId first = backward("LogSoftmaxBackward", Kind::Backward, {loss});
        const OpId resultBiasGradient = backward("Sum", Kind::Elementwise, {first});
        const OpId resultInput = backward(backwardName, Kind::Compute, {first});
        const OpId resultGradient = backward(backwardName, Kind::Compute, {first, relu});
        m_reluBackward = backward("ReluBackward", Kind::Backward, {resultInput, relu});
        const OpId hiddenBiasGradient = backward("Sum", Kind::Elementwise, {m_reluBackward});
        const OpId hiddenInput = backward(backwardName, Kind::Compute, {m_reluBackward});
        const OpId hiddenGradient = backward(backwardName, Kind::Compute, {m_reluBackward, pool});
        const OpId poolBackward = backward("AveragePoolBackward", Kind::Backward, {hiddenInput});
        const OpId convGradient = backward("ConvolutionBackward", Kind::Backward, {poolBackward});
        update(convGradient, conv);
        update(hiddenGradient, hidden);
        update(hiddenBiasGradient, hiddenBias);
        update(resultGradient, result);
        update(resultBiasGradient, resultBias);
        return finish();
    }

    [[nodiscard]] OpId reluBackward() const { return m_reluBackward; }

    TracePtr record()
    {
        static constexpr const char* kStages[] = {"0:Sequential", "1:Sequential"};
        std::map<std::string, std::vector<OpId>> gradients;
        const OpId images = add(0, {"copyto", "", "split", Kind::CopyIn}, {});
        for (std::uint32_t gpu = 0; gpu < 2; ++gpu) {
            std::vector<std::pair<std::string, OpId>> forward;
            const auto run = [&](const char* name, const std::string& layer, const std::vector<OpId>& reads) {
                // The expression also contains the earlier operation "add".
                forward.emplace_back(layer,
                                     add(gpu, {name, layer, "train", Kind::Compute, "y = conv2d(add(x))"}, reads));
                return forward.back().second;
            };
            OpId x = run("conv2d", "net:Sequential/stem:Conv2d[64x1x3x3 64]", {images});
            for (const char* stage : kStages)
                for (const char* block : {"0:Residual", "1:Residual"}) {
                    const std::string in = std::string("net:Sequential/") + stage + '/' + block;
                    const OpId first = run("conv2d", in + "/conv1:Conv2d[64x64x3x3 64]", {x});
                    const OpId second = run("conv2d", in + "/conv2:Conv2d[64x64x3x3 64]", {first});
                    // The first block of the second stage has a convolution in its residual connection.
                    const bool isBranched = in.find("1:Sequential/0") != std::string::npos;
                    const OpId around = isBranched ? run("conv2d", in + "/conv3:Conv2d[64x64x1x1 64]", {x}) : x;
                    x = run("add", in, {second, around});
                }
            x = run("linear", "net:Sequential/fc:Linear[10x64 10]", {x});
            OpId gradient = x;
            for (auto at = forward.rbegin(); at != forward.rend(); ++at) {
                gradient =
                    add(gpu, {"ConvolutionBackward", at->first, "backward", Kind::Backward}, {gradient, at->second});
                gradients[at->first].push_back(gradient);
            }
        }
        for (const auto& [layer, parts] : gradients) {
            if (layer.find('[') == std::string::npos)
                continue;
            const OpId sum = add(0, {"AllReduce", "", "allreduce", Kind::CopyPeer}, parts);
            add(0, {"sgd", "", "update", Kind::Elementwise}, {sum});
        }
        return finish();
    }

private:
    NameId nameOf(const std::string& text)
    {
        const auto [at, isNew] = m_names.try_emplace(text, static_cast<std::uint32_t>(m_names.size()));
        if (isNew)
            m_store.apply(NameRecord{NameId(at->second), text});
        return NameId(at->second);
    }

    Store m_store;
    std::map<std::string, std::uint32_t> m_names;
    std::uint32_t m_count = 0;
    OpId m_reluBackward;
};

DiagramLimits wide(Depth depth)
{
    DiagramLimits limits;
    limits.isNarrow = false;
    limits.depth = depth;
    return limits;
}

Diagram diagramOf(const TracePtr& trace, const DiagramLimits& limits)
{
    return makeNetDiagram(*trace, Nanoseconds{0}, trace->extent() + Nanoseconds{1}, limits);
}

std::vector<const Node*> nodesOf(const Diagram& diagram, const QString& title)
{
    std::vector<const Node*> found;
    for (const Node& node : diagram.nodes)
        if (node.title == title && node.shape == NodeShape::Layer)
            found.push_back(&node);
    return found;
}

std::size_t countOf(const Diagram& diagram, EdgeStyle style)
{
    return static_cast<std::size_t>(std::count_if(diagram.edges.begin(), diagram.edges.end(),
                                                  [&](const ui::graph::Edge& edge) { return edge.style == style; }));
}

}  // namespace

/// Tests the diagram of a net, in which layers can be opened and closed.
class TestNet : public QObject {
    Q_OBJECT

private slots:
    /// If ranks compute on CPUs, their net has as many boxes as the same net on GPUs.
    void netOnSeveralCpusHasAsManyBoxesAsOnGpus()
    {
        const Diagram gpus = diagramOf(Batch().record(), wide(Depth::Blocks));

        const Diagram cpus = diagramOf(Batch(DeviceKind::Cpu).record(), wide(Depth::Blocks));

        QCOMPARE(cpus.nodes.size(), gpus.nodes.size());
    }

    void everyOperationIsInOneBox_data()
    {
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("isNarrow");

        for (const bool isNarrow : {false, true})
            for (int depth = static_cast<int>(Depth::Auto); depth <= static_cast<int>(Depth::Operations); ++depth)
                QTest::addRow("depth %d, %s", depth, isNarrow ? "narrow" : "wide") << depth << isNarrow;
    }
    void everyOperationIsInOneBox()
    {
        QFETCH(int, depth);
        QFETCH(bool, isNarrow);
        const TracePtr trace = Batch().record();
        DiagramLimits limits = wide(static_cast<Depth>(depth));
        limits.isNarrow = isNarrow;

        const Diagram diagram = diagramOf(trace, limits);

        std::set<std::uint32_t> shown;
        std::size_t count = 0;
        for (const Node& node : diagram.nodes)
            for (const OpId op : node.ops) {
                shown.insert(op.index);
                ++count;
            }
        QCOMPARE(count, shown.size());
        QCOMPARE(count, static_cast<std::size_t>(trace->opCount()));
        for (std::size_t a = 0; a < diagram.nodes.size(); ++a)
            for (std::size_t b = a + 1; b < diagram.nodes.size(); ++b)
                if (diagram.nodes[a].shape != NodeShape::Frame && diagram.nodes[b].shape != NodeShape::Frame)
                    QVERIFY2(!diagram.nodes[a].rect.intersects(diagram.nodes[b].rect),
                             qPrintable(diagram.nodes[a].title + " lies on " + diagram.nodes[b].title));
        const QRectF page(QPointF(), diagram.size);
        for (const Node& node : diagram.nodes)
            QVERIFY2(page.contains(node.rect), qPrintable(node.title));
        if (isNarrow)
            QVERIFY(diagram.size.width() <= 296);
    }

    /// In a pane, the boxes that join the devices are as wide as both passes, so that their names fit.
    void boxesSharedByDevicesSpanBothPassesInANarrowDiagram()
    {
        DiagramLimits limits = wide(Depth::Blocks);
        limits.isNarrow = true;
        const Diagram diagram = diagramOf(Batch().record(), limits);
        const auto& nodes = diagram.nodes;
        const auto band = std::ranges::find_if(nodes, [](const Node& node) {
            return node.shape == NodeShape::Layer && node.title == QStringLiteral("scatter");
        });
        QVERIFY(band != nodes.end());

        for (const Node& node : nodes)
            if (node.shape == NodeShape::Layer && node.device.isValid())
                QVERIFY2(band->rect.left() <= node.rect.left() && band->rect.right() >= node.rect.right(),
                         qPrintable(node.title));
    }

    void everyBlockHasABoxForItsWeightsAndForEachPassOnEachDevice()
    {
        const Diagram diagram = diagramOf(Batch().record(), wide(Depth::Blocks));

        const std::vector<const Node*> block = nodesOf(diagram, QStringLiteral("Residual 1.0"));
        QCOMPARE(block.size(), std::size_t{4});  // forward and backward on two devices
        for (const Node* node : block)
            QCOMPARE(node->rect.top(), block[0]->rect.top());
        QCOMPARE(block[0]->subtitle, QStringLiteral("32×64×28×28 · 78 k"));
        QVERIFY(block[0]->hasFork);
        QVERIFY(!nodesOf(diagram, QStringLiteral("Conv2d 3×3"))[0]->hasFork);
        const auto isWeights = [&](const Node& node) {
            return node.shape == NodeShape::Weights && node.rect.center().y() == block[0]->rect.center().y();
        };
        const auto weights = std::find_if(diagram.nodes.begin(), diagram.nodes.end(), isWeights);
        QVERIFY(weights != diagram.nodes.end());
        QCOMPARE(weights->title, QStringLiteral("×6"));
        QCOMPARE(weights->note, QStringLiteral("305 KiB"));  // weights of all three convolutions
        const std::vector<const Node*> sums = nodesOf(diagram, QStringLiteral("all-reduce"));
        QCOMPARE(sums.size(), std::size_t{6});  // one row each: two layers and four blocks
        QCOMPARE(nodesOf(diagram, QStringLiteral("sgd")).size(), std::size_t{6});
        QCOMPARE(nodesOf(diagram, QStringLiteral("scatter")).size(), std::size_t{1});
    }

    void doubleClickOpensALayerInBothPasses()
    {
        const TracePtr trace = Batch().record();
        DiagramLimits limits = wide(Depth::Blocks);
        const Diagram closed = diagramOf(trace, limits);
        limits.toggled = {nodesOf(closed, QStringLiteral("Residual 1.0"))[0]->key};

        const Diagram diagram = diagramOf(trace, limits);

        std::vector<const Node*> frames;
        for (const Node& node : diagram.nodes)
            if (node.shape == NodeShape::Frame && node.title == QStringLiteral("Residual 1.0"))
                frames.push_back(&node);
        QCOMPARE(frames.size(), std::size_t{2});
        std::size_t inside = 0;
        for (const Node* part : nodesOf(diagram, QStringLiteral("Conv2d 3×3")))
            inside += frames[0]->rect.contains(part->rect) || frames[1]->rect.contains(part->rect) ? 1 : 0;
        QCOMPARE(inside, std::size_t{4});
        QCOMPARE(nodesOf(diagram, QStringLiteral("add")).size(), std::size_t{2});
        // In both passes, the 1×1 convolution of the residual branch is in the same row as a 3×3 convolution.
        const std::vector<const Node*> branch = nodesOf(diagram, QStringLiteral("Conv2d 1×1"));
        QCOMPARE(branch.size(), std::size_t{2});
        for (const Node* part : branch)
            QVERIFY(std::any_of(diagram.nodes.begin(), diagram.nodes.end(), [&](const Node& other) {
                return &other != part && other.shape == NodeShape::Layer && other.rect.top() == part->rect.top() &&
                       other.title == QStringLiteral("Conv2d 3×3");
            }));
        // On the other device, the block stays closed.
        QCOMPARE(nodesOf(diagram, QStringLiteral("Residual 1.0")).size(), std::size_t{2});
    }

    void boxesBesideEachOtherHaveRoomForTheirNames()
    {
        const TracePtr trace = Batch().record();
        DiagramLimits limits = wide(Depth::Blocks);
        const Diagram closed = diagramOf(trace, limits);
        limits.toggled = {nodesOf(closed, QStringLiteral("Residual 1.0"))[0]->key};

        const Diagram diagram = diagramOf(trace, limits);

        constexpr double kName = 100;  // width of "Conv2d 1×1" at 11 pixels, plus the margins of the box
        for (const Node* branch : nodesOf(diagram, QStringLiteral("Conv2d 1×1")))
            QVERIFY(branch->rect.width() > kName);
        // If the box of a sum of gradients has room for one line only, the title line also shows the bytes.
        const std::vector<const Node*> sums = nodesOf(diagram, QStringLiteral("all-reduce"));
        QVERIFY(std::any_of(sums.begin(), sums.end(), [](const Node* sum) {
            return sum->rect.height() < 30 && sum->note == QStringLiteral("4.00 KiB");
        }));
        for (const Node& frame : diagram.nodes) {
            if (frame.shape != NodeShape::Frame)
                continue;
            const QRectF title(frame.rect.left() + 8, frame.rect.top(), kName, 18);
            for (const ui::graph::Edge& edge : diagram.edges)
                for (std::size_t i = 1; i < edge.points.size(); ++i) {
                    const QRectF line = QRectF(edge.points[i - 1], edge.points[i]).normalized().adjusted(-1, -1, 1, 1);
                    QVERIFY2(!line.intersects(title), "an edge runs through the title");
                }
        }
    }

    /// In a wide diagram, a box of several small layers shows their names. In a narrow diagram, it shows a short
    /// name such as "stem".
    void boxOfSeveralSmallLayersHasAShortNameInANarrowDiagram()
    {
        Batch batch;
        OpId x = batch.add(0, {"conv2d", "net:Sequential/a:Conv2d[64x1x3x3 64]"}, {});
        x = batch.add(0, {"batch_norm", "net:Sequential/b:BatchNorm2d[64 64]"}, {x});
        for (const char* block : {"c:Residual", "d:Residual"}) {
            const std::string in = std::string("net:Sequential/") + block;
            x = batch.add(0, {"conv2d", in + "/conv1:Conv2d[64x64x3x3 64]"}, {x});
            x = batch.add(0, {"relu", in + "/relu:ReLU"}, {x});
        }
        x = batch.add(0, {"avg_pool2d", "net:Sequential/e:AvgPool2d"}, {x});
        batch.add(0, {"linear", "net:Sequential/f:Linear[10x64 10]"}, {x});
        const TracePtr trace = batch.finish();
        DiagramLimits limits = wide(Depth::Blocks);

        QCOMPARE(nodesOf(diagramOf(trace, limits), QStringLiteral("Conv2d, BatchNorm2d")).size(), std::size_t{1});
        limits.isNarrow = true;
        const Diagram narrow = diagramOf(trace, limits);
        QCOMPARE(nodesOf(narrow, QStringLiteral("head")).size(), std::size_t{1});
        QCOMPARE(nodesOf(narrow, QStringLiteral("stem")).size(), std::size_t{1});
        limits.toggled = {nodesOf(narrow, QStringLiteral("stem"))[0]->key};
        const Diagram open = diagramOf(trace, limits);
        QVERIFY(std::any_of(open.nodes.begin(), open.nodes.end(), [](const Node& node) {
            return node.shape == NodeShape::Frame && node.title == QStringLiteral("stem");
        }));
    }

    void netWrittenAsFunctionsHasBoxesForItsDenseLayers_data()
    {
        QTest::addColumn<QByteArray>("forward");
        QTest::addColumn<QByteArray>("backward");
        QTest::addColumn<QString>("title");

        QTest::newRow("PyTorch") << QByteArray("matmul") << QByteArray("MatMul") << QStringLiteral("dense");
        QTest::newRow("MXNet") << QByteArray("dot") << QByteArray("MatMul") << QStringLiteral("dense");
        QTest::newRow("unknown name") << QByteArray("mix_up") << QByteArray("MixUpBackward")
                                      << QStringLiteral("mix_up");
    }
    /// Both passes have a box for each layer; the updates are beside the layers whose parameters they change.
    void netWrittenAsFunctionsHasBoxesForItsDenseLayers()
    {
        QFETCH(QByteArray, forward);
        QFETCH(QByteArray, backward);
        QFETCH(QString, title);
        Batch batch;
        const TracePtr trace = batch.recordFunctions(forward.constData(), backward.constData());

        const Diagram diagram = diagramOf(trace, wide(Depth::Layers));

        const std::vector<const Node*> dense = nodesOf(diagram, title);
        QCOMPARE(dense.size(), std::size_t{4});  // two in the forward pass, two in the backward pass
        QCOMPARE(nodesOf(diagram, QStringLiteral("loss")).size(), std::size_t{2});
        std::map<double, std::size_t> updates;  // for the top of each row: the number of its operations
        for (const Node* update : nodesOf(diagram, QStringLiteral("update")))
            updates[update->rect.top()] = update->ops.size();
        QCOMPARE(updates.size(), std::size_t{3});
        for (const Node* one : dense) {
            QCOMPARE(updates[one->rect.top()], std::size_t{6});  // updates of the weight and the bias
            const auto& ops = one->ops;
            if (trace->op(ops.front()).phase == trace->op(batch.reluBackward()).phase)
                QCOMPARE(ops.size(), std::size_t{one->rect.top() == dense[0]->rect.top() ? 4U : 3U});
        }
        // No operation is left outside the layers.
        QVERIFY(std::none_of(diagram.nodes.begin(), diagram.nodes.end(),
                             [](const Node& node) { return node.title.contains(QLatin1String("fill")); }));
    }

    void searchInANetMatchesOperatorsNotExpressions()
    {
        const TracePtr trace = Batch().record();
        const Diagram diagram = diagramOf(trace, wide(Depth::Operations));

        const std::vector<Match> matches = find(diagram, *trace, QStringLiteral("add"));

        QVERIFY(!matches.empty());
        for (const Match& match : matches) {  // closed blocks of the other GPU match if they contain an "add"
            const QString title = diagram.nodes[static_cast<std::size_t>(match.node)].title;
            QVERIFY2(title == QStringLiteral("add") || title.startsWith(QLatin1String("Residual")), qPrintable(title));
        }
    }

    /// A changed search text closes the layers that were opened for the previous text.
    void searchOpensTheLayersAroundTheFirstMatch()
    {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::model::Playhead playhead;
        GraphView view(theme, feed, selection, playhead, nullptr, Frame::Window);
        feed.show(Batch().record(), {});
        playhead.setExtent(feed.trace()->extent());
        for (QAction* command : view.commands())
            if (command->objectName() == QStringLiteral("openBlocks"))
                command->trigger();
        view.openFind();
        auto* line = view.findChild<QLineEdit*>(QStringLiteral("graphFindText"));
        QVERIFY(nodesOf(view.diagram(), QStringLiteral("Conv2d 1×1")).empty());

        line->setText(QStringLiteral("conv3"));
        const std::size_t opened = nodesOf(view.diagram(), QStringLiteral("Conv2d 1×1")).size();
        line->setText(QStringLiteral("nowhere"));

        QCOMPARE(opened, std::size_t{2});
        QVERIFY(nodesOf(view.diagram(), QStringLiteral("Conv2d 1×1")).empty());
    }

    void searchFadesNodesThatDoNotMatch()
    {
        Diagram diagram;
        diagram.nodes.resize(3);
        diagram.nodes[0].rect = {10, 10, 30, 20};
        diagram.nodes[1].rect = {10, 50, 30, 20};
        diagram.nodes[2].shape = NodeShape::Frame;
        diagram.nodes[2].rect = {0, 0, 100, 100};
        const std::vector<Match> matches{{0, {}}};
        const ui::look::Theme theme(ui::look::Mode::Light);
        ui::graph::detail::PaintState state;
        state.theme = &theme;
        state.matches = &matches;
        QImage image(100, 100, QImage::Format_RGB32);
        image.fill(Qt::black);
        QPainter painter(&image);

        ui::graph::detail::paintMatches(painter, diagram, state);

        QCOMPARE(image.pixelColor(25, 20), QColor(Qt::black));
        QVERIFY(image.pixelColor(25, 60) != QColor(Qt::black));
    }

    void residualEdgesPassAroundLayers()
    {
        const TracePtr trace = Batch().record();

        const Diagram blocks = diagramOf(trace, wide(Depth::Blocks));
        const Diagram layers = diagramOf(trace, wide(Depth::Layers));

        QCOMPARE(countOf(blocks, EdgeStyle::Residual), std::size_t{8});  // four blocks on each of two devices
        QVERIFY(countOf(layers, EdgeStyle::Residual) >= 4);
        QVERIFY(countOf(layers, EdgeStyle::Saved) > 0);
        QVERIFY(countOf(layers, EdgeStyle::Gradient) > 0);
        for (const ui::graph::Edge& edge : layers.edges)
            if (edge.style == EdgeStyle::Saved)
                QCOMPARE(edge.points.front().y(), edge.points.back().y());
    }

    void boxesMoveFromTheirOldPlacesWhenALayerOpens()
    {
        const TracePtr trace = Batch().record();
        DiagramLimits limits = wide(Depth::Blocks);
        const Diagram closed = diagramOf(trace, limits);
        limits.toggled = {nodesOf(closed, QStringLiteral("Residual 0.1"))[0]->key};
        const Diagram open = diagramOf(trace, limits);

        const Diagram start = ui::graph::detail::between(closed, open, 0),
                      end = ui::graph::detail::between(closed, open, 1);

        const auto rectOf = [](const Diagram& diagram, const QString& id) {
            for (const Node& node : diagram.nodes)
                if (node.id == id)
                    return node.rect;
            return QRectF();
        };
        int moved = 0;
        for (const Node& node : closed.nodes) {
            if (node.id.isEmpty() || rectOf(open, node.id).isNull())
                continue;
            QCOMPARE(rectOf(start, node.id), node.rect);
            QCOMPARE(rectOf(end, node.id), rectOf(open, node.id));
            moved += node.rect != rectOf(open, node.id) ? 1 : 0;
        }
        QVERIFY(moved > 4);
    }
};

QTEST_MAIN(TestNet)
#include "tst_net.moc"
