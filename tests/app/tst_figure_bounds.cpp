#include "engine/analysis/figures.h"
#include "engine/analysis/summary.h"
#include "engine/analysis/timed_block.h"
#include "tests/app/program_runs.h"
#include "tests/engine/analysis/figure_bounds.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

using engine::frontend::Dialect;

/// The figures of the built-in programs hold their definitions and bounds. With OVERLAP_ALL_PROGRAMS set, every program
/// runs in every dialect, as it is and with each wait flipped; else every third one as it is.
class TestFigureBounds : public QObject {
    Q_OBJECT

private slots:
    void blockOnTwoGpusHasTheSpeedUpOfItsWork_data();
    void blockOnTwoGpusHasTheSpeedUpOfItsWork();
    void unwaitedBlockIsMeasuredToTheEndOfItsWork();
    void figuresOfEveryProgramKeepTheirBounds();

private:
    void check(const engine::frontend::RunRequest& request, const QString& what);

    ProgramRuns m_runs;
};

void TestFigureBounds::blockOnTwoGpusHasTheSpeedUpOfItsWork_data()
{
    QTest::addColumn<QString>("n");
    QTest::addColumn<QString>("products");
    QTest::addColumn<double>("speedUp");
    QTest::newRow("the chapter's size") << "4000"
                                        << "50" << 1.96;
    QTest::newRow("many small products") << "200"
                                         << "1000" << 1.56;
}

void TestFigureBounds::blockOnTwoGpusHasTheSpeedUpOfItsWork()
{
    QFETCH(QString, n);
    QFETCH(QString, products);
    QFETCH(double, speedUp);
    auto request = m_runs.request("13.3.1", Dialect::Torch);
    request.machine = "book-v100";
    request.parameters = {{"n", n.toStdString()}, {"products", products.toStdString()}};

    const auto trace = m_runs.trace(request);

    const QByteArray summary = QByteArray::fromStdString(engine::analysis::summaryJson(*trace));
    const QJsonArray blocks = QJsonDocument::fromJson(summary).object()["benchmarks"].toArray();
    const QJsonObject block = blocks[2].toObject();
    QCOMPARE(block["label"].toString(), QStringLiteral("GPU1 & GPU2"));
    QCOMPARE(QString::number(block["figures"].toObject()["speed_up"].toDouble(), 'f', 2),
             QString::number(speedUp, 'f', 2));
    QVERIFY(block["mistimed"].toBool());
    QVERIFY(!blocks[0].toObject()["mistimed"].toBool());
    QVERIFY(!blocks[1].toObject()["mistimed"].toBool());
}

void TestFigureBounds::unwaitedBlockIsMeasuredToTheEndOfItsWork()
{
    auto request = m_runs.request("13.3.1", Dialect::Torch);
    request.off = {15};

    const auto trace = m_runs.trace(request);

    const engine::analysis::TimedBlock block = engine::analysis::timedBlock(*trace, 0);
    QVERIFY(engine::toSeconds(block.clock - block.begin) < 0.001);
    QVERIFY(std::abs(engine::toSeconds(block.work - block.begin) - 0.4968) < 0.001);
    QVERIFY(block.isMistimed());
    // GPU 0 still computes when the second block begins, but delays nothing on GPU 1.
    QVERIFY(!engine::analysis::timedBlock(*trace, 1).isMistimed());
}

void TestFigureBounds::check(const engine::frontend::RunRequest& request, const QString& what)
{
    const auto outcome = m_runs.run(request);
    QVERIFY2(outcome, outcome ? "" : outcome.error().english().c_str());

    const std::string problem = tests::figureProblemOf(*outcome->trace);

    QVERIFY2(problem.empty(), qPrintable(what + QStringLiteral(": ") + QString::fromStdString(problem)));
}

void TestFigureBounds::figuresOfEveryProgramKeepTheirBounds()
{
    const bool isWhole = qEnvironmentVariableIsSet("OVERLAP_ALL_PROGRAMS");
    int count = 0;
    for (const auto& program : m_runs.runner().programs())
        for (const auto& [dialect, source] : program.sources) {
            if (!isWhole && count++ % 3 != 0)
                continue;
            auto request = m_runs.request(program.id, dialect);
            const QString name = QString::fromStdString(program.id);
            check(request, name);
            const auto points = m_runs.runner().syncPoints(source, dialect);
            QVERIFY(points);
            const auto initial = request.off;
            for (std::size_t i = 0; isWhole && i < points->size(); ++i) {
                const int line = (*points)[i].line;
                request.off = initial;
                if (const auto at = std::find(request.off.begin(), request.off.end(), line); at != request.off.end())
                    request.off.erase(at);
                else
                    request.off.push_back(line);
                check(request, QStringLiteral("%1 with line %2 flipped").arg(name).arg(line));
            }
        }
}

QTEST_GUILESS_MAIN(TestFigureBounds)
#include "tst_figure_bounds.moc"
