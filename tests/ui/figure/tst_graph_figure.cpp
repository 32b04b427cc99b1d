#include "tests/engine/trace/sample_traces.h"
#include "tests/engine/trace/training_sample.h"
#include "tests/ui/figure/vector_files.h"
#include "ui/figure/detail/plan.h"
#include "ui/figure/figure.h"
#include "ui/graph/diagram.h"
#include "ui/look/theme.h"

#include <QLineF>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>

using namespace engine;
using namespace ui::figure;
using engine::trace::Kind;
using tests::Sample;

/// Tests figures of a graph: their layout, and the SVG that is read back.
class TestGraphFigure : public QObject {
    Q_OBJECT

private slots:
    void legendListsTheEdgeKindsOfTheDiagram()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);
        auto diagram = std::make_shared<ui::graph::Diagram>(ui::graph::makeDiagram(*trace, -1));
        FigureOptions options;
        options.what = FigureKind::Graph;
        options.diagram = diagram;
        const auto keyOf = [&] {
            QStringList key;
            for (const detail::Plan::LegendEntry& entry : detail::makePlan(*trace, options).legend.entries)
                key << entry.text;
            return key;
        };
        QVERIFY(keyOf().contains(QStringLiteral("reads what was written")));
        diagram->isNet = true;
        diagram->edges.assign(2, {});
        diagram->edges[0].style = ui::graph::EdgeStyle::Data;
        diagram->edges[1].style = ui::graph::EdgeStyle::Gradient;

        const QStringList key = keyOf();

        QVERIFY(key.contains(QStringLiteral("data")) && key.contains(QStringLiteral("gradient")));
        QVERIFY(!key.contains(QStringLiteral("reads what was written")) &&
                !key.contains(QStringLiteral("saved for backward")));
    }

    /// The figure shows the nodes, their states at a time of a replay, and the numbers of the critical path.
    void figureShowsTheGraphOfTheWindow()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::CopyOverlap);
        auto diagram = std::make_shared<ui::graph::Diagram>(ui::graph::makeDiagram(*trace, -1));
        const auto op = std::find_if(diagram->nodes.begin(), diagram->nodes.end(), [](const ui::graph::Node& node) {
            return node.shape == ui::graph::NodeShape::Op && node.kind == Kind::CopyOut;
        });
        QVERIFY(op != diagram->nodes.end());
        const trace::Op& copy = trace->op(op->ops.front());
        ui::graph::markPath(*diagram, *trace, {copy.id}, ui::graph::StepNumbers::Shown);
        FigureOptions options;
        options.what = FigureKind::Graph;
        options.diagram = diagram;
        options.until = copy.started + (copy.finished - copy.started) / 4;

        const tests::VectorFile svg = tests::readSvg(*renderFigure(*trace, options, Format::Svg));

        const detail::Plan plan = detail::makePlan(*trace, options);
        const double scale =
            std::min(plan.body.width() / diagram->size.width(), plan.body.height() / diagram->size.height());
        const QPointF corner(plan.body.center().x() - diagram->size.width() * scale / 2, plan.body.top());
        const QRectF rect(corner + op->rect.topLeft() * scale, op->rect.size() * scale);
        const auto widthOf = [&](const QColor& colour) {
            double width = 0;
            for (const tests::FilledShape& shape : svg.shapes)
                if (shape.colour == colour && rect.adjusted(-1, -1, 1, 1).contains(shape.bounds))
                    width = std::max(width, shape.bounds.width());
            return width;
        };
        const ui::look::KindColours colours = ui::look::coloursOf(ui::look::Mode::Light, Kind::CopyOut);
        QVERIFY(std::abs(widthOf(colours.fill) - rect.width() / 4) < 1);
        QVERIFY(std::abs(widthOf(colours.tint) - rect.width()) < 1);
        const auto number = std::find_if(svg.texts.begin(), svg.texts.end(), [&](const tests::PlacedText& text) {
            return text.text == QLatin1String("1") && QLineF(text.at, rect.topLeft()).length() < 12;
        });
        QVERIFY(number != svg.texts.end());
    }

    /// A figure made without a window shows the same batch as a newly opened window.
    void figureOfATrainingShowsABatchOfItsLastRun()
    {
        const trace::TracePtr trace = tests::trainingTrace({{1, 2}, 1, 3});
        FigureOptions options;
        options.what = FigureKind::Graph;

        const auto diagram = detail::diagramOf(*trace, options);

        QVERIFY(std::any_of(diagram->nodes.begin(), diagram->nodes.end(),
                            [](const ui::graph::Node& node) { return node.title == QStringLiteral("GPU 1"); }));
        QCOMPARE(detail::makePlan(*trace, options).texts.subtitle, diagram->caption);
    }

    /// On a slide, matrices have few rows and many columns. This leaves more height for the text.
    void matrixNodesHaveMoreColumnsOnASlide()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        FigureOptions options;
        options.what = FigureKind::Graph;
        const auto columns = [&] {
            for (const ui::graph::Node& node : detail::diagramOf(*trace, options)->nodes)
                if (node.shape == ui::graph::NodeShape::Matrix)
                    return node.columns;
            return 0;
        };

        QCOMPARE(columns(), 25);
        options.preset = Preset::Column85mm;
        QCOMPARE(columns(), 10);
    }

    void everyNodeOnASlideHasAName()
    {
        const trace::TracePtr trace = tests::sampleTrace(Sample::TwoGpus);
        FigureOptions options;
        options.what = FigureKind::Graph;

        const tests::VectorFile svg = tests::readSvg(*renderFigure(*trace, options, Format::Svg));

        for (const ui::graph::Node& node : detail::diagramOf(*trace, options)->nodes)
            for (const QString& text : {node.title, node.subtitle})
                QVERIFY2(text.isEmpty() || svg.words.contains(text), qPrintable(text));
    }
};

QTEST_MAIN(TestGraphFigure)
#include "tst_graph_figure.moc"
