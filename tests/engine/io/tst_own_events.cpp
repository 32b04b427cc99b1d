#include "engine/io/detail/own_events.h"

#include <QTest>

using namespace engine;
using namespace engine::io::detail;
using namespace engine::trace;

namespace {

void read(OwnEvents& events, const std::string& list)
{
    TextStream text(list);
    JsonReader json(text);
    json.beginArray();
    while (json.nextElement())
        QVERIFY(events.read(json));
}

/// `count` events, each `before`, its number, `after`.
std::string events(int count, const std::string& before, const std::string& after)
{
    std::string list = "[";
    for (int i = 0; i < count; ++i)
        list += (i > 0 ? "," : "") + before + std::to_string(i) + after;
    return list + "]";
}

TracePtr written(OwnEvents& events, const std::function<bool()>& goesOn = {})
{
    Store store;
    events.write({}, store, goesOn);
    return store.snapshot();
}

const std::string kText(100, 'x');

}  // namespace

/// Chrome traces of our own: what is in them has limits, and reading them can be stopped.
class TestOwnEvents : public QObject {
    Q_OBJECT

private slots:
    void textsOfRecordsAreBounded_data();
    void textsOfRecordsAreBounded();
    void shortNamesTakeNoRoom();
    void shortPartsOfAnOutputTakeRoom();
    void whatFollowsAPartThatIsLeftOutIsToo();
    void anOperationBeyondTheLimitIsCountedOnce();
    void dependenciesAreBoundedAsOperationsAre();
    void aStopMakesNoMoreRecords_data();
    void aStopMakesNoMoreRecords();
};

void TestOwnEvents::textsOfRecordsAreBounded_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const std::string& before, const std::string& after = "}") {
        QTest::newRow(name) << QString::fromStdString(before) << QString::fromStdString(after);
    };
    const std::string named = R"(,"name":")" + kText;
    row("outputs", R"({"ph":"i","pid":1,"cat":"output")" + named + R"(","ts":)");
    row("parts of one output", R"({"ph":"i","pid":1,"cat":"output")" + named + R"(","ts":5,"args":{"more":1,"line":)",
        "}}");
    row("notes", R"({"ph":"i","pid":1,"cat":"note")" + named + R"(","ts":)");
    row("metrics", R"({"ph":"C","pid":1)" + named + R"(","ts":)");
    row("blocks", R"({"ph":"X","pid":1,"dur":1,"cat":"benchmark")" + named + R"(","ts":)");
}

void TestOwnEvents::textsOfRecordsAreBounded()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    OwnEvents own({.messageBytes = 1000});

    read(own, events(25, before.toStdString(), after.toStdString()));

    QCOMPARE(own.leftOut(), std::uint64_t{15});
    const TracePtr trace = written(own);
    std::size_t bytes = 0;
    for (const auto& output : trace->outputs())
        bytes += output.text.size();
    for (const auto& note : trace->notes())
        bytes += note.text.size();
    for (const auto& metric : trace->metrics())
        bytes += metric.name.size();
    for (const auto& block : trace->blocks())
        bytes += block.label.size();
    QCOMPARE(bytes, std::size_t{1000});
}

void TestOwnEvents::shortNamesTakeNoRoom()
{
    OwnEvents own({.messageBytes = 10});

    read(own, events(1000, R"({"ph":"C","pid":1,"name":"train accuracy","args":{"value":0.5},"ts":)", "}"));

    QCOMPARE(own.leftOut(), std::uint64_t{0});
    QCOMPARE(written(own)->metrics().size(), std::size_t{1000});
}

void TestOwnEvents::shortPartsOfAnOutputTakeRoom()
{
    OwnEvents own({.messageBytes = 1000});

    read(own,
         events(151, R"({"ph":"i","pid":1,"cat":"output","name":"aaaaaaaaaa","ts":5,"args":{"more":1,"line":)", "}}"));

    QCOMPARE(own.leftOut(), std::uint64_t{50});
    const TracePtr trace = written(own);
    QCOMPARE(trace->outputs().size(), std::size_t{1});
    QCOMPARE(trace->outputs().front().text.size(), std::size_t{1010});
}

void TestOwnEvents::whatFollowsAPartThatIsLeftOutIsToo()
{
    OwnEvents own({.messageBytes = 50});
    const auto output = [](const std::string& text, const std::string& args) {
        return R"({"ph":"i","pid":1,"cat":"output","name":")" + text + R"(","ts":5,"args":{)" + args + "}}";
    };
    const std::string more = R"("more":1)";

    read(own, "[" + output("first", "") + "," + output(kText, "") + "," + output("part", more) + "," +
                  output("next", "") + "," + output("end", more) + "]");

    QCOMPARE(own.leftOut(), std::uint64_t{2});
    const TracePtr trace = written(own);
    QCOMPARE(trace->outputs().size(), std::size_t{2});
    QCOMPARE(trace->outputs().front().text, std::string("first"));
    QCOMPARE(trace->outputs().back().text, std::string("nextend"));
}

/// It has two events: that it was issued, and that it ran.
void TestOwnEvents::anOperationBeyondTheLimitIsCountedOnce()
{
    OwnEvents own({.operations = 10});

    read(own, events(13, R"({"ph":"X","pid":1,"tid":3,"cat":"issue","name":"dot","ts":1,"dur":1,"args":{"op":)", "}}"));
    read(own,
         events(13, R"({"ph":"X","pid":10,"tid":1,"cat":"compute","name":"y","ts":2,"dur":1,"args":{"op":)", "}}"));

    QCOMPARE(own.leftOut(), std::uint64_t{3});
    QCOMPARE(written(own)->opCount(), std::size_t{10});
    QCOMPARE(OwnEvents::Limits{}.operations, kMostSlices);
}

void TestOwnEvents::dependenciesAreBoundedAsOperationsAre()
{
    OwnEvents own({.operations = 10, .others = 2});

    read(own, events(10,
                     R"({"ph":"X","pid":10,"tid":1,"cat":"compute","name":"y","ts":2,"dur":1,)"
                     R"("args":{"after":"0 RAW, 1 WAR","op":)",
                     "}}"));

    QCOMPARE(own.leftOut(), std::uint64_t{10});
    QVERIFY(written(own)->edges().size() > 2);
}

void TestOwnEvents::aStopMakesNoMoreRecords_data()
{
    QTest::addColumn<int>("answers");
    QTest::newRow("among the operations") << 1;
    QTest::newRow("among the outputs") << 5;
}

void TestOwnEvents::aStopMakesNoMoreRecords()
{
    QFETCH(int, answers);
    OwnEvents own;
    read(own,
         events(5000, R"({"ph":"X","pid":10,"tid":1,"cat":"compute","name":"y","ts":2,"dur":1,"args":{"op":)", "}}"));
    read(own, events(9000, R"({"ph":"i","pid":1,"cat":"output","name":"text","ts":)", "}"));
    int asked = 0;

    const TracePtr trace = written(own, [&] { return ++asked < answers; });

    QCOMPARE(asked, answers);
    QVERIFY(trace->outputs().size() < 9000);
    QCOMPARE(trace->outputs().empty(), answers == 1);
    QVERIFY(!trace->end());
}

QTEST_GUILESS_MAIN(TestOwnEvents)
#include "tst_own_events.moc"
