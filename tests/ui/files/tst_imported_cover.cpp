#include "engine/ranks/overview.h"
#include "tests/engine/ranks/sample_ranks.h"
#include "ui/files/imported_cover.h"

#include <QTest>

using engine::trace::TracePtr;
using ui::files::ImportedCover;

/// Tests the cover that hides the listing while the trace on the screen has no listing.
class TestImportedCover : public QObject {
    Q_OBJECT

private slots:
    void coverDescribesOperationsOfRanksOnlyIfTheOperationsAreLoaded();
};

/// If a run has more than kMaxRowRanks ranks, their operations are not loaded, so the cover must not describe them.
void TestImportedCover::coverDescribesOperationsOfRanksOnlyIfTheOperationsAreLoaded()
{
    for (const std::uint32_t ranks : {4U, engine::ranks::kMaxRowRanks + 1}) {
        tests::RanksPlan plan;
        plan.ranks = ranks;
        plan.steps = 1;
        const TracePtr trace = engine::ranks::overviewOf(tests::sampleRanks(plan));
        const bool isLoaded = !trace->lanes().empty();
        const ui::look::Theme theme;
        ui::model::TraceFeed feed;
        QWidget pane, above(&pane);
        const ImportedCover cover(theme, feed, pane, above);
        QVERIFY(cover.isHidden());

        feed.show(trace, {});

        QVERIFY(!cover.isHidden() && feed.lacksListing());
        QVERIFY2(cover.text().contains("no listing"), qPrintable(cover.text()));
        QCOMPARE(isLoaded, ranks == 4);
        QCOMPARE(cover.text().contains("Operations: "), isLoaded);
        QCOMPARE(cover.text().contains("no memory records"), isLoaded);
        QVERIFY2(!cover.text().contains("no dependencies"), qPrintable(cover.text()));
    }
}

QTEST_MAIN(TestImportedCover)
#include "tst_imported_cover.moc"
