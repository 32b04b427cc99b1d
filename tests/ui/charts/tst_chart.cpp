#include "ui/charts/chart.h"
#include "ui/charts/plot_export.h"
#include "ui/charts/series_style.h"

#include <QFile>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>

using namespace ui::charts;

namespace {

/// A plot of accuracies with markers on the left axis, and of 101 losses without markers on the right axis.
Plot trainingPlot()
{
    Plot plot;
    plot.title = QStringLiteral("Accuracy and loss");
    plot.bottom.title = QStringLiteral("epoch");
    plot.left.title = QStringLiteral("test accuracy");
    plot.left.shown = Interval{0, 1};
    plot.right.title = QStringLiteral("training loss");
    Series loss{QStringLiteral("1 GPU"), {}, Side::Right, 0, true, false, {}};
    for (int i = 0; i <= 100; ++i)
        loss.points.emplace_back(i / 50.0, 2.5 - i / 50.0);
    plot.series.push_back(loss);
    plot.series.push_back({QStringLiteral("1 GPU"), {{1, 0.5}, {2, 0.7}}, Side::Left, 0, false, false, "1 GPU, 3 s"});
    return plot;
}

Plot lineThrough(std::vector<QPointF> points)
{
    Plot plot;
    plot.title = QStringLiteral("line");
    plot.series.push_back({QStringLiteral("a"), std::move(points), Side::Left, 0, false, false, {}});
    return plot;
}

void show(Chart& chart, const Plot& plot, const QSize& size = {400, 200})
{
    chart.resize(size);
    chart.setPlot(plot);
    chart.grab();
    chart.replot();
}

/// The lines of the box that shows the values at the pointer; empty if the box is hidden.
QStringList readingOf(const Chart& chart)
{
    const auto* box = chart.findChild<QCPItemText*>(QStringLiteral("reading"));
    return box->visible() ? box->text().split(QLatin1Char('\n')) : QStringList();
}

QStringList commandsOf(Chart& chart)
{
    QMenu menu;
    chart.addCommands(menu);
    QStringList texts;
    for (const QAction* action : menu.actions())
        texts << action->text();
    return texts;
}

void choose(Chart& chart, const QString& command)
{
    QMenu menu;
    chart.addCommands(menu);
    for (QAction* action : menu.actions())
        if (action->text() == command && action->isEnabled())
            return action->trigger();
    QFAIL("no such command, or disabled");
}

QPoint placeOf(const Chart& chart, double x)
{
    return {static_cast<int>(chart.xAxis->coordToPixel(x)), chart.axisRect()->center().y()};
}

void moveTo(Chart& chart, const QPoint& to, Qt::MouseButtons buttons = Qt::NoButton)
{
    QMouseEvent move(QEvent::MouseMove, to, chart.mapToGlobal(to), Qt::NoButton, buttons, {});
    QCoreApplication::sendEvent(&chart, &move);
}

void drag(Chart& chart, const QPoint& from, const QPoint& to)
{
    QTest::mousePress(&chart, Qt::LeftButton, {}, from);
    moveTo(chart, (from + to) / 2, Qt::LeftButton);
    moveTo(chart, to, Qt::LeftButton);
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, to);
}

}  // namespace

class TestChart : public QObject {
    Q_OBJECT

private slots:
    void arrowKeysShowValues()
    {
        Chart chart(m_theme);
        show(chart, lineThrough({{0, 1}, {1, 2}, {3, 5}}));
        QVERIFY(readingOf(chart).isEmpty());

        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(readingOf(chart), (QStringList{"0", "a: 1"}));
        QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(readingOf(chart).last(), QStringLiteral("a: 5"));
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(readingOf(chart).last(), QStringLiteral("a: 2"));
        QCOMPARE(chart.accessibleDescription(), QStringLiteral("1, a: 2"));
    }

    void pointerShowsTheNearestValue()
    {
        Chart chart(m_theme);
        show(chart, trainingPlot());

        moveTo(chart, placeOf(chart, 1.004));
        QCOMPARE(readingOf(chart), (QStringList{"epoch 1", "1 GPU, training loss: 1.5", "1 GPU, test accuracy: 0.5"}));
        moveTo(chart, placeOf(chart, 1.5));
        QCOMPARE(readingOf(chart).size(), 2);  // epoch 1.5 has a loss, but no accuracy
        moveTo(chart, QPoint(2, 100));
        QVERIFY(readingOf(chart).isEmpty());
    }

    void emptyPlotShowsNoValues()
    {
        Chart chart(m_theme);
        show(chart, Plot());
        show(chart, lineThrough({}));

        QTest::keyClick(&chart, Qt::Key_Right);
        moveTo(chart, QPoint(200, 100));

        QVERIFY(readingOf(chart).isEmpty());
    }

    void clickPicksTheValueAndADragDoesNot()
    {
        Chart chart(m_theme);
        show(chart, lineThrough({{0, 1}, {1, 2}, {2, 5}}));
        QSignalSpy picked(&chart, &Chart::picked);

        QTest::mouseClick(&chart, Qt::LeftButton, {}, placeOf(chart, 0.9));
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked[0][0].toDouble(), 1.0);

        QTest::keyClick(&chart, Qt::Key_W);
        drag(chart, placeOf(chart, 1), placeOf(chart, 0.7));
        QCOMPARE(picked.size(), 1);
    }

    void zoomedAxisIsScrolledToTheShownValue()
    {
        Chart chart(m_theme);
        show(chart, trainingPlot());
        const QCPRange whole = chart.xAxis->range();

        QTest::keyClick(&chart, Qt::Key_W);
        const QCPRange zoomed = chart.xAxis->range();
        QVERIFY(std::abs(zoomed.size() * 1.5 - whole.size()) < 1e-9 * whole.size());
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY2(chart.xAxis->range().contains(2), "the view follows the values that are read");
        QVERIFY(chart.xAxis->range().upper <= whole.upper);
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(chart.xAxis->range(), whole);
        QVERIFY(!chart.plot().bottom.shown);
        for (int i = 0; i < 100; ++i)
            QTest::keyClick(&chart, Qt::Key_W);
        QVERIFY(chart.xAxis->range().size() > 0);
    }

    void dragPansTheChartAndADoubleClickShowsEverything()
    {
        Chart chart(m_theme);
        show(chart, trainingPlot());
        const QCPRange whole = chart.xAxis->range();
        QTest::keyClick(&chart, Qt::Key_W);
        const QCPRange zoomed = chart.xAxis->range();

        drag(chart, placeOf(chart, 1.2), placeOf(chart, 1.4));
        QVERIFY(chart.xAxis->range().lower < zoomed.lower);

        QTest::mouseDClick(&chart, Qt::LeftButton, {}, placeOf(chart, 1));
        QCOMPARE(chart.xAxis->range(), whole);
    }

    void valueAxesFitTheVisiblePart()
    {
        Chart chart(m_theme);
        show(chart, trainingPlot());
        QVERIFY(chart.yAxis->range().lower <= 0 && chart.yAxis->range().upper >= 1);
        QVERIFY(chart.yAxis->range().upper < 1.1);
        QVERIFY(chart.yAxis2->range().contains(0));

        chart.xAxis->setRange(0, 0.2);

        QVERIFY(chart.yAxis2->range().lower > 2 && chart.yAxis2->range().upper > 2.5);
        QVERIFY(chart.yAxis2->range().upper < 2.6);
    }

    /// If a loss starts at 2.303, the axis extends to 2.5, so that the first value is not painted on the frame.
    void valueAxisEndsAtARoundValue()
    {
        Chart chart(m_theme);
        Plot plot;
        plot.series.push_back({QStringLiteral("loss"), {{0, 2.303}, {1, 1.2}}, Side::Left, 0, true, false, {}});

        show(chart, plot);

        QVERIFY2(chart.yAxis->range().upper >= 2.5, qPrintable(QString::number(chart.yAxis->range().upper)));
        QVERIFY(chart.yAxis->range().upper < 2.7);
    }

    void logarithmicBottomAxisShowsAllValues()
    {
        Chart chart(m_theme);
        show(chart, trainingPlot());
        Plot plot = lineThrough({{32, 0.6}, {2048, 70}});
        plot.bottom.isLogarithmic = true;

        show(chart, plot);

        QVERIFY(!chart.plot().bottom.shown);
        QVERIFY(chart.xAxis->range().contains(32) && chart.xAxis->range().contains(2048));
    }

    void growingPlotKeepsItsZoom()
    {
        Chart chart(m_theme);
        Plot plot = trainingPlot();
        show(chart, plot);
        chart.xAxis->setRange(0.5, 1);
        plot.series[1].points.emplace_back(3, 0.8);

        chart.setPlot(plot);
        QCOMPARE(chart.xAxis->range(), QCPRange(0.5, 1));
        plot.bottom.title = QStringLiteral("training time");
        chart.setPlot(plot);
        QVERIFY(chart.xAxis->range().contains(3));
    }

    void scaleOfPositiveValuesCanBeLogarithmic()
    {
        Chart chart(m_theme);
        show(chart, lineThrough({{1, 0.5}, {2, 40}, {3, 3000}}));
        QVERIFY(!chart.plot().left.isLogarithmic);

        choose(chart, QStringLiteral("Logarithmic scale"));
        chart.grab();
        QCOMPARE(chart.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(chart.plot().left.isLogarithmic);
        QVERIFY(chart.yAxis->range().lower > 0);
        QVERIFY(chart.yAxis->range().contains(0.5) && chart.yAxis->range().contains(3000));
        choose(chart, QStringLiteral("Logarithmic scale"));
        QCOMPARE(chart.yAxis->scaleType(), QCPAxis::stLinear);
    }

    void chosenScaleIsKeptWhileAllValuesArePositive()
    {
        Chart chart(m_theme);
        show(chart, lineThrough({{1, 0.5}, {2, 40}}));
        choose(chart, QStringLiteral("Logarithmic scale"));

        chart.setPlot(lineThrough({{1, 0.5}, {2, 40}, {3, 70}}));
        QVERIFY(chart.plot().left.isLogarithmic);
        chart.setPlot(lineThrough({{1, 0}, {2, 40}}));
        QVERIFY(!chart.plot().left.isLogarithmic);
        QMenu menu;
        chart.addCommands(menu);
        QVERIFY(std::ranges::none_of(menu.actions(), [](const QAction* action) {
            return action->text() == QLatin1String("Logarithmic scale") && action->isEnabled();
        }));
    }

    void clickOnTheLegendHidesAllCurvesOfARun()
    {
        Chart chart(m_theme);
        Plot plot = trainingPlot();
        plot.series.push_back({QStringLiteral("2 GPUs"), {{1, 0.4}, {4, 9}}, Side::Left, 1, false, false, "2 GPUs"});
        show(chart, plot, {600, 300});
        QSignalSpy picked(&chart, &Chart::picked);
        const QPoint entry = chart.legend->item(1)->outerRect().center();
        const QPoint other = chart.legend->item(0)->outerRect().center();

        QTest::mouseClick(&chart, Qt::LeftButton, {}, entry);
        chart.replot();
        QVERIFY(!chart.graph(2)->visible() && chart.graph(1)->visible());
        QVERIFY2(chart.yAxis->range().upper < 2, "the axis fits the visible curves");
        QCOMPARE(chart.legend->itemCount(), 2);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, other);
        chart.replot();
        QVERIFY(!chart.graph(0)->visible() && !chart.graph(1)->visible());
        chart.setPlot(plot);
        chart.replot();
        QVERIFY2(!chart.graph(2)->visible(), "a growing plot keeps its hidden curves");
        moveTo(chart, placeOf(chart, 1));
        QVERIFY(readingOf(chart).isEmpty());

        QTest::mouseClick(&chart, Qt::LeftButton, {}, entry);
        chart.replot();
        QVERIFY(chart.graph(2)->visible());
        moveTo(chart, placeOf(chart, 1));
        QCOMPARE(readingOf(chart).size(), 2);
        QVERIFY(picked.isEmpty());
    }

    void menuOfAChartZoomsAndHidesCurves()
    {
        Chart chart(m_theme);
        show(chart, trainingPlot());
        const QCPRange whole = chart.xAxis->range();

        QCOMPARE(commandsOf(chart), (QStringList{"Zoom in\tW", "Zoom out\tS", "Show everything\tHome", "",
                                                 "Logarithmic scale", "", "1 GPU, 3 s"}));
        choose(chart, QStringLiteral("Zoom in\tW"));
        QVERIFY(chart.xAxis->range().size() < whole.size());
        choose(chart, QStringLiteral("Show everything\tHome"));
        QCOMPARE(chart.xAxis->range(), whole);
        choose(chart, QStringLiteral("1 GPU, 3 s"));
        QVERIFY(!chart.graph(0)->visible());
    }

    void wheelZoomsAroundThePointer()
    {
        Chart chart(m_theme);
        show(chart, trainingPlot());
        const QCPRange whole = chart.xAxis->range();
        const QPoint place = placeOf(chart, 0.5);
        const double x = chart.xAxis->pixelToCoord(place.x());

        QWheelEvent wheel(place, chart.mapToGlobal(place), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&chart, &wheel);

        const QCPRange zoomed = chart.xAxis->range();
        QVERIFY(zoomed.size() < whole.size());
        QVERIFY(std::abs((x - zoomed.lower) / zoomed.size() - (x - whole.lower) / whole.size()) < 1e-6);
        QVERIFY(chart.plot().bottom.shown.has_value());
    }

    void marksAreLabelledAboveTheChart()
    {
        Chart chart(m_theme);
        Plot plot = lineThrough({{0, 1}, {4, 2}});
        show(chart, plot);
        QVERIFY(!chart.xAxis2->visible());
        plot.marks.push_back({3, QStringLiteral("t2 now")});

        show(chart, plot);

        QVERIFY(chart.xAxis2->visible());
        QCOMPARE(chart.xAxis2->tickVector(), QVector<double>{3});
        QCOMPARE(chart.xAxis2->tickVectorLabels(), QVector<QString>{QStringLiteral("t2 now")});
        QTest::keyClick(&chart, Qt::Key_W);
        QCOMPARE(chart.xAxis2->range(), chart.xAxis->range());
    }

    void ticksAreAtRoundNumbers_data()
    {
        QTest::addColumn<double>("high");
        QTest::addColumn<bool>("isLogarithmic");
        QTest::addColumn<QString>("ticks");
        QTest::newRow("share") << 1.0 << false << "0 0.2 0.4 0.6 0.8 1";
        QTest::newRow("odd length") << 10.1 << false << "0 2.5 5 7.5 10";
        QTest::newRow("powers") << 10000.0 << true << "10 100 1000 10000";
        QTest::newRow("part of a decade") << 35.0 << true << "10 15 20 25 30 35";
    }

    void ticksAreAtRoundNumbers()
    {
        QFETCH(double, high);
        QFETCH(bool, isLogarithmic);
        Plot plot = lineThrough({{0, isLogarithmic ? 10.0 : 0.0}, {1, high}});
        plot.left.isLogarithmic = isLogarithmic;
        Chart chart(m_theme);

        show(chart, plot, {400, 300});

        QStringList ticks;
        for (const double tick : chart.yAxis->tickVector())
            if (chart.yAxis->range().contains(tick))
                ticks << QString::number(tick);
        QTEST(ticks.join(QLatin1Char(' ')), "ticks");
    }

    void nonFiniteValuesAreLeftOut()
    {
        Chart chart(m_theme);

        show(chart, lineThrough({{0, 1}, {1, std::nan("")}, {2, HUGE_VAL}, {3, 2}}));

        QCOMPARE(chart.graph(0)->dataCount(), 2);
        QVERIFY(chart.yAxis->range().upper < 3);
    }

    void bottomAxisOfOneValueBeginsAtZero()
    {
        ui::look::Theme theme;
        Chart chart(theme);

        show(chart, lineThrough({{0.035, 0.5}}));

        const QCPRange& range = chart.xAxis->range();
        QVERIFY2(range.lower > -0.1 * range.upper, qPrintable(QString::number(range.lower)));
        QVERIFY(range.contains(0.035));
    }

    void axisOfEqualValuesHasANonEmptyRange()
    {
        Chart chart(m_theme);

        show(chart, lineThrough({{5, 0}}));
        QVERIFY(chart.yAxis->range().size() > 0 && chart.xAxis->range().contains(5));
        Plot plot = lineThrough({{5, 7}});
        plot.left.isLogarithmic = plot.bottom.isLogarithmic = true;
        show(chart, plot);
        QVERIFY(chart.yAxis->range().contains(7) && chart.xAxis->range().contains(5));
    }

    void legendWrapsInANarrowChart()
    {
        Chart chart(m_theme);
        Plot plot = lineThrough({{0, 1}, {1, 2}});
        for (int i = 0; i < 4; ++i) {
            plot.series.push_back(plot.series.front());
            plot.series.back().look = i + 1;
            plot.series.back().legend = QStringLiteral("series of look %1").arg(i + 1);
        }

        show(chart, plot, {1000, 300});
        QCOMPARE(chart.legend->itemCount(), 4);
        QCOMPARE(chart.legend->rowCount(), 1);
        show(chart, plot, {300, 300});
        QVERIFY(chart.legend->rowCount() > 1);
        QVERIFY(chart.legend->outerRect().right() <= 300);
        QVERIFY(chart.axisRect()->height() > 100);
    }

    void everySeriesHasADifferentLook()
    {
        std::vector<QPen> pens;
        for (int look = 0; look < 5; ++look) {
            const QPen pen = penOf(m_theme, {{}, {}, Side::Left, look, false, false, {}});
            QVERIFY(std::ranges::find(pens, pen) == pens.end());
            QVERIFY(!markerImage(m_theme, look, 1).toImage().allGray() || look == 0);
            pens.push_back(pen);
        }
        for (int look = 0; look < 3; ++look)
            QVERIFY(markerOf(m_theme, look).shape() != markerOf(m_theme, look + 1).shape());
    }

    void changedThemeChangesTheColoursOfTheChart()
    {
        ui::look::Theme theme;
        Chart chart(theme);
        show(chart, trainingPlot());
        const QImage light = chart.grab().toImage();

        theme.setMode(ui::look::Mode::Dark);
        QCoreApplication::processEvents();
        const QImage dark = chart.grab().toImage();

        QCOMPARE(light.pixelColor(3, 3), ui::look::tokensOf(ui::look::Mode::Light).panel);
        QCOMPARE(dark.pixelColor(3, 3), ui::look::tokensOf(ui::look::Mode::Dark).panel);
    }

    void plotIsDescribedInWords()
    {
        Chart chart(m_theme);

        show(chart, trainingPlot());

        QCOMPARE(chart.accessibleName(), QStringLiteral("Accuracy and loss"));
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("test accuracy: from 0.5 to 0.7, last 0.7")));
    }

    void plotsAreWrittenInEveryFormat()
    {
        const QTemporaryDir folder;
        engine::trace::RunInfo run;
        run.program = "13.5.6";
        run.title = "LeNet";
        run.machineLabel = "2× V100";

        for (const char* name : {"a.svg", "a.pdf", "a.png"}) {
            const QString path = folder.filePath(QLatin1String(name));
            QVERIFY2(writePlot(path, trainingPlot(), run).has_value(), name);
            QVERIFY(QFile(path).size() > 2000);
        }
        QFile svg(folder.filePath(QStringLiteral("a.svg")));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(svg.readAll());
        for (const char* expected : {"simulated", "LeNet: Accuracy and loss", "1 GPU, 3 s", "test accuracy", "epoch"})
            QVERIFY2(text.contains(QLatin1String(expected)), expected);
        const QImage png(folder.filePath(QStringLiteral("a.png")));
        QCOMPARE(png.size(), QSize(2560, 1440));
        QCOMPARE(png.pixelColor(2, 2), ui::look::tokensOf(ui::look::Mode::Light).panel);
        Plot hidden = trainingPlot();
        hidden.series[1].isHidden = true;
        QVERIFY(writePlot(folder.filePath(QStringLiteral("hidden.png")), hidden, run));
        QVERIFY2(QImage(folder.filePath(QStringLiteral("hidden.png"))) != png, "a figure leaves out hidden curves");
        QVERIFY(!writePlot(folder.filePath(QStringLiteral("a.txt")), trainingPlot(), run));
        for (const char* name : {"none/a.svg", "none/a.pdf", "none/a.png"})
            QVERIFY2(!writePlot(folder.filePath(QLatin1String(name)), trainingPlot(), run), name);
    }

    /// QSvgGenerator ignores clip rectangles, so the export paints over the curve outside the plot.
    void zoomedSvgDrawsNoCurveOutsideThePlot()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("zoomed.svg"));
        Plot plot = lineThrough({{0, 1000}, {1, 1}, {2, 2}, {3, 1000}});
        plot.bottom.shown = Interval{0.9, 2.1};
        QVERIFY(writePlot(path, plot, {}, {640, 360}));
        QSvgRenderer svg(path);
        QImage image(640, 360, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        svg.render(&painter);
        painter.end();

        const QRgb curve = penOf(m_theme, plot.series[0]).color().rgb();

        const auto rows = [&](int from, int to) {
            int count = 0;
            for (int y = from; y < to; ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixel(x, y) == curve ? 1 : 0;
            return count;
        };
        QVERIFY2(rows(100, 260) > 50, "the curve is visible");
        QCOMPARE(rows(0, 45), 0);
        QCOMPARE(rows(320, 360), 0);
    }

private:
    ui::look::Theme m_theme;
};

QTEST_MAIN(TestChart)
#include "tst_chart.moc"
