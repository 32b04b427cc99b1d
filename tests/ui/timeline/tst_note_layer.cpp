#include "tests/engine/trace/sample_traces.h"
#include "ui/drawing/moment_painter.h"
#include "ui/drawing/note_geometry.h"
#include "ui/timeline/note_layer.h"

#include <QAction>
#include <QLineEdit>
#include <QTest>
#include <QUndoStack>

using namespace ui;
using tests::Sample;

/// Tests drawing and editing of notes on the timeline, with the pointer and with keys.
class TestNoteLayer : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_feed.show(tests::sampleTrace(Sample::TwoGpus), {});
        m_view = std::make_unique<timeline::TimelineView>(m_theme, m_feed, m_range, m_selection, m_playhead);
        m_playhead.setReducedMotion(true);
        m_book.setUndoStack(&m_undo);
        m_layer = new timeline::NoteLayer(m_theme, *m_view, m_book, m_selection);
        m_view->resize(900, 640);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->finishPending();
    }
    void cleanup()
    {
        m_view.reset();
        m_book.setNotes({});
        m_undo.clear();
        m_selection.clear();
    }

    void clickAddsATextNote()
    {
        m_layer->command("noteText")->trigger();
        QCOMPARE(m_layer->tool(), timeline::NoteLayer::Tool::Text);

        click(onLane("GPU 0", 0.4));
        type("GPU 1 rests");

        QCOMPARE(m_book.notes().size(), std::size_t{1});
        QCOMPARE(m_book.notes()[0].text, QStringLiteral("GPU 1 rests"));
        QVERIFY(m_book.notes()[0].from.lane.startsWith(QLatin1String("GPU 0/compute")));
        QCOMPARE(m_layer->tool(), timeline::NoteLayer::Tool::None);
        QVERIFY(m_layer->isVisible());
        m_undo.undo();
        QVERIFY(m_book.notes().empty());
        QVERIFY(!m_layer->isVisible());
    }

    void escapeKeyDiscardsANoteThatIsBeingTyped()
    {
        m_layer->command("noteText")->trigger();
        click(onLane("GPU 0", 0.4));
        auto* editor = m_view->findChild<QLineEdit*>("noteEditor");
        QVERIFY(editor);
        QTest::keyClicks(editor, "never mind");
        QTest::keyClick(editor, Qt::Key_Escape);
        QTRY_VERIFY(m_view->findChild<QLineEdit*>("noteEditor") == nullptr);
        QVERIFY(m_book.notes().empty());
    }

    void draggedArrowStaysAtItsOperations()
    {
        const QPoint from = onLane("GPU 0", 0.2), to = onLane("GPU 1", 0.6);
        m_layer->command("noteArrow")->trigger();

        drag(from, to);
        type({});

        QCOMPARE(m_book.notes().size(), std::size_t{1});
        const model::Note note = m_book.notes()[0];
        QCOMPARE(note.shape, model::NoteShape::Arrow);
        const auto near = [&](QPoint point) {
            const auto geometry = drawing::geometryOf(m_view->scene(), note, {});
            return geometry && (geometry->from - point).manhattanLength() < 3;
        };
        QVERIFY(near(from));
        // After zooming in, the arrow is still at its operation.
        m_range.setRange({m_range.range().begin, m_range.range().begin + m_range.range().length() / 2});
        m_view->finishPending();
        const auto geometry = drawing::geometryOf(m_view->scene(), note, {});
        QVERIFY(std::abs(geometry->from.x() - m_view->scene().xOf(model::timeOf(*m_feed.trace(), note.from))) < 0.5);
    }

    void noteCanBeMovedEditedAndRemoved()
    {
        m_layer->command("noteText")->trigger();
        const QPoint at = onLane("GPU 0", 0.3);
        click(at);
        type("here");
        const model::NotePlace before = m_book.notes()[0].from;

        drag(at, at + QPoint(80, 0));

        const model::NotePlace after = m_book.notes()[0].from;
        QVERIFY(model::timeOf(*m_feed.trace(), after) > model::timeOf(*m_feed.trace(), before));
        QVERIFY(m_book.selected() != 0);
        QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, at + QPoint(80, 0));
        auto* editor = m_view->findChild<QLineEdit*>("noteEditor");
        QVERIFY(editor);
        QCOMPARE(editor->text(), QStringLiteral("here"));
        editor->clear();
        type("there");
        QCOMPARE(m_book.notes()[0].text, QStringLiteral("there"));
        m_book.select(m_book.notes()[0].id);
        QTest::keyClick(m_view.get(), Qt::Key_Delete);
        QVERIFY(m_book.notes().empty());
        m_undo.undo();
        QCOMPARE(m_book.notes().size(), std::size_t{1});
    }

    void rulerCanBeStoredAsABoxNote()
    {
        const model::TimeRange ruler{m_range.range().begin, m_range.range().begin + m_range.range().length() / 5};
        m_selection.setRuler(ruler);

        QTest::keyClick(m_view.get(), Qt::Key_M, Qt::ShiftModifier);
        type("50 products");

        QCOMPARE(m_book.notes().size(), std::size_t{1});
        QCOMPARE(m_book.notes()[0].shape, model::NoteShape::Box);
        QCOMPARE(m_book.notes()[0].from.time, ruler.begin);
        QCOMPARE(m_book.notes()[0].to.time, ruler.end);
        // The note's label overlaps neither its box nor the ruler's label.
        const auto geometry = drawing::geometryOf(m_view->scene(), m_book.notes()[0], {});
        const auto chip = drawing::rulerChip(m_view->scene());
        QVERIFY(geometry && chip);
        QVERIFY(!geometry->plate.intersects(geometry->frame));
        QVERIFY(!geometry->plate.intersects(*chip));
        QVERIFY(m_view->scene().plotRect().contains(QPointF(geometry->plate.center().x(), geometry->plate.top())));
    }

    void notesOfUnknownLanesAreNotDrawn()
    {
        model::Note note;
        note.text = QStringLiteral("elsewhere");
        note.from.lane = QStringLiteral("GPU 9/compute/0");
        QVERIFY(!drawing::geometryOf(m_view->scene(), note, {}));
        m_book.setNotes({note});
        m_view->finishPending();
        QCOMPARE(m_layer->noteAt({300, 300}), quint64{0});
        m_layer->command("showNotes")->trigger();
        QVERIFY(!m_layer->isVisible());
        m_layer->command("showNotes")->trigger();
        QVERIFY(m_layer->isVisible());
    }

private:
    /// A point on the bars of a device's compute lane, at the fraction `share` of the plot's width.
    [[nodiscard]] QPoint onLane(const char* device, double share) const
    {
        const drawing::Scene& scene = m_view->scene();
        for (const auto& lane : scene.trace->lanes()) {
            if (lane.role != engine::trace::LaneRole::Compute ||
                scene.trace->devices()[lane.device.index].name != device)
                continue;
            const drawing::Row* row = scene.layout.rowOf(lane.id);
            return QPoint(static_cast<int>(scene.plotLeft() + share * scene.plotWidth()),
                          static_cast<int>(scene.yOf(*row)) + row->barTop + row->barHeight / 2);
        }
        return {};
    }
    void click(QPoint at) { QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, at); }
    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(m_view.get(), Qt::LeftButton, {}, from);
        // QTest::mouseMove() sets no pressed buttons.
        for (const QPoint at : {from + (to - from) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, at, m_view->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(m_view.get(), &move);
        }
        QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, to);
    }
    void type(const QString& words)
    {
        auto* editor = m_view->findChild<QLineEdit*>("noteEditor");
        QVERIFY(editor);
        QTest::keyClicks(editor, words);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(m_view->findChild<QLineEdit*>("noteEditor") == nullptr);
    }

    look::Theme m_theme;
    model::TraceFeed m_feed;
    model::VisibleRange m_range;
    model::Selection m_selection;
    model::Playhead m_playhead;
    model::NoteBook m_book;
    QUndoStack m_undo;
    std::unique_ptr<timeline::TimelineView> m_view;
    timeline::NoteLayer* m_layer = nullptr;
};

QTEST_MAIN(TestNoteLayer)
#include "tst_note_layer.moc"
