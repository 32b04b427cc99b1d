#include "ui/graph/detail/viewport.h"

#include <QTest>
#include <cmath>

using ui::graph::detail::Viewport;

namespace {

constexpr double kTolerance = 1e-6;

Viewport showing(QSizeF content)
{
    Viewport viewport;
    viewport.setRoom({400, 300}, 1);
    viewport.setContent(content);
    return viewport;
}

bool isNear(QPointF a, QPointF b)
{
    return (a - b).manhattanLength() < kTolerance;
}

}  // namespace

/// Tests zoom and scroll position of a diagram in a widget of 400 × 300 pixels.
class TestViewport : public QObject {
    Q_OBJECT

private slots:
    void smallDiagramIsCentredAndEnlargedByAQuarterAtMost();
    void wideDiagramIsFittedToTheWidthOfTheView();
    void tallDiagramIsFittedAtAReadableScale();
    void diagramIsShownWholeIfItsMinimumScaleIsReduced();
    void zoomKeepsThePointUnderThePointer();
    void fittedDiagramIsFittedAgainWhenTheWidgetIsResized();
    void zoomedDiagramKeepsItsScaleWhenTheDiagramChanges();
    void diagramCannotBeScrolledOutOfTheWidget();
    void hiddenRectangleIsScrolledToTheMiddle();
    void visibleRectangleIsNotScrolled();
    void shortDragIsAClick();
    void emptyDiagramLeavesTheScaleUnchanged();
};

void TestViewport::smallDiagramIsCentredAndEnlargedByAQuarterAtMost()
{
    const Viewport viewport = showing({300, 280});

    QVERIFY(viewport.scale() >= 1);
    QVERIFY(viewport.scale() <= 1.25);
    QVERIFY(std::abs(viewport.content().center().x() - 200) < kTolerance);
}

void TestViewport::wideDiagramIsFittedToTheWidthOfTheView()
{
    const Viewport viewport = showing({900, 2000});

    QVERIFY(std::abs(viewport.content().width() - 400) < kTolerance);
}

void TestViewport::tallDiagramIsFittedAtAReadableScale()
{
    const Viewport viewport = showing({300, 2000});

    QCOMPARE(viewport.scale(), Viewport::kReadable);
    QVERIFY(viewport.content().bottom() > 300);
}

void TestViewport::diagramIsShownWholeIfItsMinimumScaleIsReduced()
{
    Viewport viewport = showing({300, 380});
    QVERIFY(viewport.content().bottom() > 300);

    viewport.setLeast(0.75);
    viewport.fit();

    QVERIFY(viewport.content().bottom() <= 300 + kTolerance);
}

void TestViewport::zoomKeepsThePointUnderThePointer()
{
    Viewport viewport = showing({900, 2000});
    const QPointF pointer(123, 217);
    const QPointF before = viewport.toDiagram(pointer);

    viewport.zoomAt(pointer, 1.5);

    QVERIFY(isNear(viewport.toDiagram(pointer), before));
    QVERIFY(viewport.visible().contains(before));
}

void TestViewport::fittedDiagramIsFittedAgainWhenTheWidgetIsResized()
{
    Viewport viewport = showing({600, 450});
    const double before = viewport.scale();

    viewport.setRoom({800, 600}, 1);

    QVERIFY(viewport.scale() > before);
}

void TestViewport::zoomedDiagramKeepsItsScaleWhenTheDiagramChanges()
{
    Viewport viewport = showing({600, 450});
    viewport.zoomBy(2);
    const double before = viewport.scale();

    viewport.setContent({700, 500});

    QCOMPARE(viewport.scale(), before);
}

void TestViewport::diagramCannotBeScrolledOutOfTheWidget()
{
    Viewport viewport = showing({900, 2000});

    viewport.moveBy({1e6, 1e6});
    QVERIFY(isNear(viewport.content().topLeft(), {0, 0}));
    viewport.moveBy({-1e6, -1e6});
    QVERIFY(isNear(viewport.content().bottomRight(), {400, 300}));
}

void TestViewport::hiddenRectangleIsScrolledToTheMiddle()
{
    Viewport viewport = showing({1300, 2000});
    viewport.zoomBy(3);  // now the diagram is wider than the widget
    const QRectF rect(900, 1000, 40, 30);

    viewport.scrollTo(rect);

    QVERIFY(isNear(viewport.toWidget(rect).center(), {200, 150}));
}

void TestViewport::visibleRectangleIsNotScrolled()
{
    Viewport viewport = showing({900, 2000});
    const QPointF before = viewport.offset();

    viewport.scrollTo(QRectF(viewport.visible().center(), QSizeF(10, 10)));

    QCOMPARE(viewport.offset(), before);
}

void TestViewport::shortDragIsAClick()
{
    Viewport viewport = showing({900, 2000});
    const QPointF before = viewport.offset();

    viewport.startDrag({100, 100});
    viewport.dragTo({102, 98});
    QVERIFY(!viewport.isDragging());
    QCOMPARE(viewport.offset(), before);

    viewport.dragTo({100, 60});
    QVERIFY(viewport.isDragging());
    QVERIFY(isNear(viewport.offset(), before + QPointF(0, -40)));
    viewport.startDrag({0, 0});
    QVERIFY(!viewport.isDragging());
}

void TestViewport::emptyDiagramLeavesTheScaleUnchanged()
{
    Viewport viewport = showing({900, 2000});
    const double before = viewport.scale();

    viewport.setContent({});
    viewport.fit();

    QCOMPARE(viewport.scale(), before);
}

QTEST_GUILESS_MAIN(TestViewport)
#include "tst_viewport.moc"
