#include "tests/engine/trace/sample_traces.h"
#include "ui/model/notes.h"

#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

using namespace ui::model;
using engine::Nanoseconds;
using engine::OpId;
using tests::Sample;

class TestNotes : public QObject {
    Q_OBJECT

private slots:
    void noteFollowsItsOperationAfterAFlip()
    {
        const auto before = tests::sampleTrace(Sample::TwoGpus), after = tests::sampleTrace(Sample::TwoGpusOverlap);
        OpId moved;
        for (std::size_t i = 0; i < before->opCount() && !moved.isValid(); ++i)
            if (before->op(OpId{i}).started != after->op(OpId{i}).started)
                moved = OpId{i};
        QVERIFY(moved.isValid());
        NotePlace place;
        place.op = moved;
        place.share = 0.5;
        place.time = Nanoseconds{7};

        for (const auto& trace : {before, after}) {
            const engine::trace::Op& op = trace->op(moved);
            QCOMPARE(timeOf(*trace, place).count(), (op.started + (op.finished - op.started) / 2).count());
        }
        place.op = OpId{1'000'000};
        QCOMPARE(timeOf(*after, place).count(), 7);
        place.op = {};
        QCOMPARE(timeOf(*after, place).count(), 7);
    }

    void lanesOfNotesAreFoundByTheirStoredKeys()
    {
        const auto trace = tests::sampleTrace(Sample::TwoGpus);
        for (const engine::trace::LaneRecord& lane : trace->lanes()) {
            const QString key = laneKey(*trace, lane.id);
            if (lane.role == engine::trace::LaneRole::Frontend)
                QVERIFY(key.isEmpty());
            else
                QCOMPARE(laneOf(*trace, key), lane.id);
        }
        QVERIFY(!laneOf(*trace, QStringLiteral("GPU 9/compute/0")).isValid());
        QVERIFY(laneKey(*trace, engine::LaneId{999}).isEmpty());
    }

    void notesRoundTripThroughJson()
    {
        Note arrow;
        arrow.shape = NoteShape::Arrow;
        arrow.text = QStringLiteral("因此 다음");
        arrow.from.op = OpId{12};
        arrow.from.share = 0.25;
        arrow.from.lane = QStringLiteral("GPU 0/compute/0");
        arrow.to.time = Nanoseconds{123'456'789};
        arrow.to.height = -1.5;
        Note box = arrow;
        box.shape = NoteShape::Box;
        Note text = arrow;
        text.shape = NoteShape::Text;
        text.to = text.from;
        const std::vector<Note> notes{arrow, box, text};

        QVERIFY(notesFrom(toJson(notes)) == notes);
    }

    void invalidNotesAreLeftOut()
    {
        QJsonArray json = toJson(std::vector<Note>{Note()});
        json.append(7);
        json.append(QJsonObject{{"shape", "circle"}, {"from", QJsonObject()}});
        json.append(QJsonObject{{"shape", "text"}});
        json.append(QJsonObject{{"shape", "text"},
                                {"text", QJsonObject{{"en", "idle"}, {"ko", "쉼"}}},
                                {"from", QJsonObject{{"ns", 1e300}, {"height", 1e9}, {"op", -4}}}});

        const auto notes = notesFrom(json, QStringLiteral("ko"));

        QCOMPARE(notes.size(), std::size_t{2});
        QCOMPARE(notes[1].text, QStringLiteral("쉼"));
        QVERIFY(!notes[1].from.op.isValid());
        QVERIFY(notes[1].from.height <= 20);
        QCOMPARE(notesFrom(json, QStringLiteral("zh"))[1].text, QStringLiteral("idle"));
        QJsonArray many;
        for (std::size_t i = 0; i < kMaxNotes + 10; ++i)
            many.append(toJson(Note()));
        QCOMPARE(notesFrom(many).size(), kMaxNotes);
    }

    void everyChangeOfANoteCanBeUndone()
    {
        QUndoStack undo;
        NoteBook book;
        book.setUndoStack(&undo);
        QSignalSpy changed(&book, &NoteBook::changed);
        Note note;
        note.text = QStringLiteral("one");

        const quint64 id = book.add(note);
        Note other = *book.find(id);
        other.text = QStringLiteral("two");
        book.change(other);
        book.change(other);  // ignored: the note is unchanged
        book.select(id);
        book.remove(id);

        QCOMPARE(undo.count(), 3);
        QVERIFY(book.notes().empty());
        QCOMPARE(book.selected(), quint64{0});
        undo.undo();
        QCOMPARE(book.find(id)->text, QStringLiteral("two"));
        undo.undo();
        QCOMPARE(book.find(id)->text, QStringLiteral("one"));
        undo.undo();
        QVERIFY(book.notes().empty());
        undo.redo();
        QCOMPARE(book.notes().size(), std::size_t{1});
        QVERIFY(changed.size() >= 7);
        book.setNotes({});
        undo.redo();  // the note no longer exists; redo must not fail
        QVERIFY(book.find(999) == nullptr);
        book.remove(999);
    }
};

QTEST_MAIN(TestNotes)
#include "tst_notes.moc"
