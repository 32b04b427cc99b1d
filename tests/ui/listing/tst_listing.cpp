#include "engine/trace/recorder.h"
#include "tests/ui/runs/fake_backend.h"
#include "ui/listing/listing.h"

#include <QApplication>
#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

using namespace ui::listing;
using tests::FakeFrontEnd;
using Dialect = engine::frontend::Dialect;

/// Tests that the listing paints the values of parameters over the numbers written in the text.
class TestListing : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setCursorFlashTime(0); }
    void init();
    void cleanup()
    {
        m_listing.reset();
        m_desk.reset();
    }
    void replacementNumberIsPaintedOnlyOverItsLiteral();
    void focusedOrSelectedNumberShowsTheValueInTheSource();
    void resultOfAMistimedBlockIsAmberAndShowsTheTimeOfItsWork();
    void resultAfterThePlayheadIsHiddenInAReplay();
    void wrappedRowsOfALongLineAreIndentedBelowItsCode();
    void resultOfALongLineIsShownBelowTheLine();
    void spaceForAResultMovesWithItsLine();
    void returnKeyKeepsTheIndentation();
    void tabKeyIndentsOnlyWhileTheUserTypes();
    void switchingTheDialectDoesNotCountAsAnEdit();
    void breakpointIsAFilledDotInTheGutter();

private:
    struct Desk {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ProgramDocument document;
    };

    [[nodiscard]] QImage image() { return m_listing->viewport()->grab().toImage(); }
    /// The rectangle of the only "5" of a line, in coordinates of the viewport.
    [[nodiscard]] QRect literalOf(int line) const;
    /// Returns two images of the listing: one with the written number 5, and one with `value` painted over it.
    [[nodiscard]] std::pair<QImage, QImage> withoutAndWith(const char* value);
    /// Shows a finished run of `source` whose first line was timed.
    void showRun(const QString& source, std::int64_t workEnd = 0);
    [[nodiscard]] bool hasResult(const QRect& where);
    [[nodiscard]] bool hasColour(const QRect& where, const QColor& colour);
    [[nodiscard]] int topOf(int line) const;

    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<Listing> m_listing;
};

void TestListing::init()
{
    m_desk = std::make_unique<Desk>();
    m_listing = std::make_unique<Listing>(m_desk->theme, m_desk->document, m_desk->feed, m_desk->selection);
    auto program = FakeFrontEnd::program("own", "for i in range(5):\n\ta[i] = b[5]  # tab\nend\n");
    program.parameters.push_back(
        {"products", "products", engine::frontend::ParameterKind::Integer, "5", 1, 20000, {}, {}});
    program.numberLines[Dialect::Torch]["products"] = {1, 2};
    m_desk->document.open(program, Dialect::Torch);
    m_listing->resize(400, 200);
    m_listing->show();
    m_listing->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_listing.get()));
    m_listing->clearFocus();
}

QRect TestListing::literalOf(int line) const
{
    const QTextBlock block = m_listing->document()->findBlockByNumber(line - 1);
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + static_cast<int>(block.text().indexOf(QLatin1Char('5'))));
    const QRect begin = m_listing->cursorRect(cursor);
    cursor.movePosition(QTextCursor::Right);
    const int width = m_listing->cursorRect(cursor).x() - begin.x();
    return {begin.x(), begin.y(), width, begin.height()};
}

std::pair<QImage, QImage> TestListing::withoutAndWith(const char* value)
{
    m_desk->document.parameters().set("products", QStringLiteral("5"));
    const QImage without = image();
    m_desk->document.parameters().set("products", QString::fromUtf8(value));
    return {without, image()};
}

void TestListing::replacementNumberIsPaintedOnlyOverItsLiteral()
{
    for (const char* value : {"7", "50", "5000", "12345"}) {
        const auto [without, with] = withoutAndWith(value);
        QCOMPARE(with.size(), without.size());
        // The rectangles are one pixel wider, because a literal may begin and end between two pixels.
        const QRect first = literalOf(1).adjusted(-1, -1, 2, 2), second = literalOf(2).adjusted(-1, -1, 2, 2);
        int inFirst = 0, inSecond = 0;
        for (int y = 0; y < with.height(); ++y)
            for (int x = 0; x < with.width(); ++x) {
                if (with.pixel(x, y) == without.pixel(x, y))
                    continue;
                inFirst += first.contains(x, y) ? 1 : 0;
                inSecond += second.contains(x, y) ? 1 : 0;
                QVERIFY2(first.contains(x, y) || second.contains(x, y),
                         qPrintable(QStringLiteral("%1 at %2, %3").arg(QLatin1String(value)).arg(x).arg(y)));
            }
        QVERIFY(inFirst > 10);
        QVERIFY2(inSecond > 10, "behind a tab");
    }
}

void TestListing::focusedOrSelectedNumberShowsTheValueInTheSource()
{
    const auto isSame = [this] {
        const auto [without, with] = withoutAndWith("50");
        return with == without;
    };
    QVERIFY(!isSame());
    QTextCursor cursor(m_listing->document()->find(QStringLiteral("b[5]")));
    cursor.insertText(QStringLiteral("b"));  // only one literal 5 remains
    cursor = m_listing->textCursor();

    m_listing->setFocus();
    cursor.setPosition(static_cast<int>(m_listing->toPlainText().indexOf(QLatin1Char('5'))) + 1);
    m_listing->setTextCursor(cursor);
    QVERIFY(isSame());
    cursor.setPosition(0);
    m_listing->setTextCursor(cursor);
    QVERIFY(!isSame());

    cursor.select(QTextCursor::Document);
    m_listing->setTextCursor(cursor);
    QVERIFY(isSame());
    m_listing->clearFocus();
    QVERIFY2(isSame(), "a selection is seen without the keyboard as well");
}

void TestListing::showRun(const QString& source, std::int64_t workEnd)
{
    auto info = std::make_shared<engine::trace::RunInfo>();
    info->source = source.toStdString();
    engine::trace::Recorder recorder;
    recorder.write(engine::trace::RunRecord(info));
    if (workEnd > 0) {
        recorder.write(
            engine::trace::DeviceRecord{engine::DeviceId{0}, engine::trace::DeviceKind::Gpu, "GPU 0", {}, {}, {}, 0});
        recorder.write(engine::trace::LaneRecord{engine::LaneId{0}, engine::DeviceId{0},
                                                 engine::trace::LaneRole::Compute, 0, "compute", 0});
        engine::trace::IssueRecord issue;
        issue.op = engine::OpId{0};
        issue.device = engine::DeviceId{0};
        recorder.write(issue);
        engine::trace::LifeRecord life;
        life.op = issue.op;
        life.lane = engine::LaneId{0};
        life.finished = engine::Nanoseconds{workEnd};
        recorder.write(life);
    }
    recorder.write(
        engine::trace::BlockRecord{engine::Nanoseconds{0}, engine::Nanoseconds{5'000'000}, 1, "all", 0.005, false});
    recorder.write(engine::trace::EndRecord{engine::Nanoseconds{5'000'000}, true});
    recorder.finish();
    m_desk->feed.show(recorder.snapshot(), {});
}

bool TestListing::hasResult(const QRect& where)
{
    return hasColour(where, m_desk->theme.tokens().sunken);
}

bool TestListing::hasColour(const QRect& where, const QColor& colour)
{
    const QImage picture = image();
    const QRgb chip = colour.rgb();
    for (int y = where.top(); y <= std::min(where.bottom(), picture.height() - 1); ++y)
        for (int x = where.left(); x <= std::min(where.right(), picture.width() - 1); ++x)
            if (picture.pixel(x, y) == chip)
                return true;
    return false;
}

int TestListing::topOf(int line) const
{
    return m_listing->cursorRect(QTextCursor(m_listing->document()->findBlockByNumber(line - 1))).top();
}

void TestListing::resultAfterThePlayheadIsHiddenInAReplay()
{
    const QString source = QStringLiteral("with Benchmark('all'):\n    run(x)\n");
    m_desk->document.open(FakeFrontEnd::program("timed", source.toStdString()), Dialect::Torch);
    m_listing->resize(600, 200);
    showRun(source, 9'000'000);
    const int line = topOf(2) - topOf(1), width = m_listing->viewport()->width();
    const QRect first(width / 2, 0, width / 2, line);
    const engine::Nanoseconds end = m_desk->feed.trace()->blocks().front().end;
    const QColor chip = m_desk->theme.tokens().warnSoft;
    QVERIFY(hasColour(first, chip));

    m_listing->setMoment(end - engine::Nanoseconds{1});
    QVERIFY(!hasColour(first, chip));
    m_listing->setMoment(end);
    QVERIFY(hasColour(first, chip));
    m_listing->setMoment(engine::Nanoseconds{0});
    m_listing->setMoment(std::nullopt);
    QVERIFY2(hasColour(first, chip), "the replay is over");
}

void TestListing::resultOfAMistimedBlockIsAmberAndShowsTheTimeOfItsWork()
{
    const QString source = QStringLiteral("with Benchmark('all'):\n    run(x)\n");
    m_desk->document.open(FakeFrontEnd::program("mistimed", source.toStdString()), Dialect::Torch);
    m_listing->resize(600, 200);
    showRun(source, 9'000'000);
    const int line = topOf(2) - topOf(1), width = m_listing->viewport()->width();
    const QRect first(width / 2, 0, width / 2, line), second(width / 2, line, width / 2, line);

    QVERIFY(hasColour(first, m_desk->theme.tokens().warnSoft));
    const QImage amber = image().copy(second);
    QVERIFY(!hasColour(first, m_desk->theme.kind(engine::trace::Kind::Elementwise).tint));
    QCOMPARE(ui::model::marksOf(*m_desk->feed.trace()).at(1).work, QStringLiteral("work 0.0090 s"));

    showRun(source, 4'000'000);
    QVERIFY(!hasColour(first, m_desk->theme.tokens().warnSoft));
    QVERIFY(hasResult(first));
    QVERIFY2(image().copy(second) != amber, "the time of the work is below the result");
}

void TestListing::breakpointIsAFilledDotInTheGutter()
{
    ListingGutter& gutter = m_listing->gutter();
    const auto dots = [&] {
        const QImage image = gutter.grab().toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y) == m_desk->theme.tokens().ink ? 1 : 0;
        return count;
    };
    const int none = dots();

    gutter.setBreakpoints({2});
    const int one = dots();
    gutter.setBreakpoints({1, 2});

    QVERIFY2(one > none + 80, "the dot is filled");
    QVERIFY2(dots() > one + 80, "each line has its own dot");
}

void TestListing::wrappedRowsOfALongLineAreIndentedBelowItsCode()
{
    const QString source =
        QStringLiteral("if ready:\n    x_gpu1 = torch.rand(size=(4000, 4000), device=devices[0])\nend\n");
    m_desk->document.open(FakeFrontEnd::program("long", source.toStdString()), Dialect::Torch);
    const int line = topOf(2) - topOf(1);
    QVERIFY(m_listing->wantedWidth() > m_listing->width());

    QCOMPARE(topOf(3) - topOf(2), 2 * line);
    const QTextBlock block = m_listing->document()->findBlockByNumber(1);
    QCOMPARE(block.layout()->lineCount(), 2);
    QVERIFY2(block.layout()->lineAt(1).x() > block.layout()->lineAt(0).cursorToX(4), "it hangs below the code");
    const QTextLine last = block.layout()->lineAt(1);
    QVERIFY(last.x() + last.naturalTextWidth() <= m_listing->viewport()->width());

    m_listing->resize(m_listing->wantedWidth(), 200);
    QCOMPARE(topOf(3) - topOf(2), line);
}

void TestListing::resultOfALongLineIsShownBelowTheLine()
{
    const QString source = QStringLiteral("with Benchmark('a label as wide as the rest'):\nend\n");
    m_desk->document.open(FakeFrontEnd::program("long", source.toStdString()), Dialect::Torch);
    const int line = topOf(2) - topOf(1), width = m_listing->viewport()->width();
    const QRect first(0, 0, width, line), below(width / 2, line, width / 2, line);
    const QImage bare = image().copy(first);

    showRun(source);

    QCOMPARE(topOf(2), 2 * line);
    QVERIFY2(image().copy(first) == bare, "the code is seen as it was without a result");
    QVERIFY(hasResult(below));

    m_listing->resize(900, 200);
    QCOMPARE(topOf(2), line);
    QVERIFY2(hasResult(QRect(0, 0, m_listing->viewport()->width(), line)), "beside it where there is room");
}

void TestListing::spaceForAResultMovesWithItsLine()
{
    const QString source = QStringLiteral("with Benchmark('a label as wide as the rest'):\nend\nend\n");
    m_desk->document.open(FakeFrontEnd::program("long", source.toStdString()), Dialect::Torch);
    showRun(source);
    const int second = topOf(2), height = topOf(3) - second;

    QTextCursor cursor(m_listing->document()->findBlockByNumber(1));
    cursor.insertText(QStringLiteral("the "));
    QCOMPARE(topOf(2), second);
    cursor.movePosition(QTextCursor::Start);
    cursor.insertText(QStringLiteral("import this\n"));

    QCOMPARE(topOf(2), height);
    QVERIFY2(topOf(3) == second + height, "the room goes with its line");
}

void TestListing::returnKeyKeepsTheIndentation()
{
    m_listing->setPlainText(QStringLiteral("for i in x:"));
    m_listing->moveCursor(QTextCursor::End);

    QTest::keyClick(m_listing.get(), Qt::Key_Return);
    QTest::keyClicks(m_listing.get(), QStringLiteral("a"));
    QTest::keyClick(m_listing.get(), Qt::Key_Return);

    QCOMPARE(m_listing->toPlainText(), QStringLiteral("for i in x:\n    a\n    "));
}

void TestListing::tabKeyIndentsOnlyWhileTheUserTypes()
{
    m_listing->setPlainText(QString());
    m_listing->setFocus(Qt::TabFocusReason);
    QVERIFY(m_listing->tabChangesFocus());

    QTest::keyClicks(m_listing.get(), QStringLiteral("a"));
    QTest::keyClick(m_listing.get(), Qt::Key_Tab);

    QVERIFY(!m_listing->tabChangesFocus());
    QCOMPARE(m_listing->toPlainText(), QStringLiteral("a    "));
}

/// The highlighter formats the text of the other dialect, but this emits neither edited() nor textChanged().
void TestListing::switchingTheDialectDoesNotCountAsAnEdit()
{
    auto program = FakeFrontEnd::program("own", "a = 1\nwait()\n");
    program.sources[Dialect::MXNet] = "b = 2\nwait()\n";
    m_desk->document.open(program, Dialect::Torch);
    QCoreApplication::processEvents();
    ProgramListing& listing = m_desk->document.listing();
    const QSignalSpy edited(&listing, &ProgramListing::edited);
    const QSignalSpy changed(&listing, &ProgramListing::textChanged);

    listing.setDialect(Dialect::MXNet);
    QCoreApplication::processEvents();
    listing.setDialect(Dialect::Torch);
    QCoreApplication::processEvents();

    QCOMPARE(edited.size(), 0);
    QCOMPARE(changed.size(), 0);
    QVERIFY(!listing.text().isModified());
}

QTEST_MAIN(TestListing)
#include "tst_listing.moc"
