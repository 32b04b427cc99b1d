#include "engine/messages/messages.h"

#include "engine/base/result.h"
#include "engine/messages/json.h"

#include <QRegularExpression>
#include <QTest>
#include <set>
#include <type_traits>

using namespace engine;

template <typename Text>
concept TakesText = requires(Text text)
{
    makeError(ErrorCode::BadFile, std::forward<Text>(text));
};

/// Tests messages as data, and the table of their English texts.
class TestMessages : public QObject {
    Q_OBJECT

private slots:
    void placeholdersInsideArgumentsAreNotReplaced_data();
    void placeholdersInsideArgumentsAreNotReplaced();
    void argumentsOfEveryTypeAreRendered();
    void numbersInMessagesAreNotFollowedByPlurals();
    void durationsHaveThreeDigitsAndAUnit();
    void untranslatedErrorIsNotInTheTableOfMessages();
    void messagesAreRestoredFromJson();
    void damagedJsonIsRejected_data();
    void damagedJsonIsRejected();
    void messageIdsAreUnique();
    void placeholdersOfEachRowAreNumberedFromZero();
};

void TestMessages::placeholdersInsideArgumentsAreNotReplaced_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"%1", "{0}", "{1}", "%2.py", "50%2{1}.py", "{", "{}"})
        QTest::newRow(name) << QString::fromUtf8(name);
}

void TestMessages::placeholdersInsideArgumentsAreNotReplaced()
{
    QFETCH(QString, name);

    const Message message =
        messages::message("trace.not-opened", name.toStdString(), messages::message("trace.invalid-json", 12));

    QCOMPARE(QString::fromStdString(message.english()),
             QStringLiteral("\"") + name + QStringLiteral("\" cannot be opened: invalid JSON at byte 12."));
}

void TestMessages::argumentsOfEveryTypeAreRendered()
{
    const Message inner = messages::message("io.disk-full");
    const Message message =
        messages::message("io.not-written", messages::list(std::vector<std::string>{"a", "b"}), inner);

    QCOMPARE(message.english(), std::string("\"a, b\" cannot be written: the disk is full."));
    QCOMPARE(messages::message("trace.note.records-cut", std::uint64_t{7}).english(),
             std::string("The file is cut off or damaged after record 7. Everything before that is shown."));
    QCOMPARE(messages::joined(inner, {}).english(), std::string("the disk is full"));
    QCOMPARE(messages::joined(inner, inner).english(), std::string("the disk is full the disk is full"));
}

/// A message has the same text for all numbers. To avoid "1 records", the number must follow its noun. The list `large`
/// contains the exceptions: their number is always large, or is a size such as "1.5 MB".
void TestMessages::numbersInMessagesAreNotFollowedByPlurals()
{
    static const QRegularExpression kCounted(
        R"(\{\d\} (\w+ ){0,2}(bytes|records|events|times were|ranks|graphs|nodes|sizes|copies|operations)\b)");
    const QStringList large{"ranks.only-spans", "trace.note.records-bound", "run.bound", "calibrate.too-few-sizes",
                            "ranks.note.late"};
    int rows = 0;
    for (const MessageText& row : messages::kTable) {
        ++rows;
        const auto found = kCounted.match(QString::fromUtf8(row.english));
        QVERIFY2(!found.hasMatch() || large.contains(QLatin1String(row.id)), row.id);
    }
    QVERIFY(rows > 300);
}

void TestMessages::durationsHaveThreeDigitsAndAUnit()
{
    const auto text = [](std::int64_t count) {
        return QString::fromStdString(messages::durationText(Nanoseconds{count}));
    };

    QCOMPARE(text(0), QString("0 µs"));
    QCOMPARE(text(250'000), QString("250 µs"));
    QCOMPARE(text(999'600), QString("1 ms"));
    QCOMPARE(text(-1'519'000), QString("-1.52 ms"));
    QCOMPARE(text(30'000'000), QString("30 ms"));
    QCOMPARE(text(999'700'000), QString("1 s"));
    QCOMPARE(text(12'345'000'000'000), QString("12345 s"));
}

void TestMessages::untranslatedErrorIsNotInTheTableOfMessages()
{
    const Error error = untranslatedError(ErrorCode::BadFile, "the disk is full");

    static_assert(!TakesText<const char(&)[4]> && !TakesText<const char*> && !TakesText<std::string>);
    static_assert(TakesText<Message>);
    static_assert(!std::is_convertible_v<std::string, Message> && !std::is_convertible_v<const char*, Message>);
    QVERIFY(error.message.text() == nullptr);
    QCOMPARE(error.english(), std::string("the disk is full"));
    QVERIFY(Message().empty() && Message("").empty() && Message().english().empty());
}

void TestMessages::messagesAreRestoredFromJson()
{
    const Message inner = messages::message("io.not-a-file", messages::message("io.a-pipe"));
    const Message message =
        messages::message("sentences", inner, messages::list(std::vector<std::string>{"%1", "{0}", "\"\\"}));

    const auto read = messages::fromJson(messages::toJson(message));

    QVERIFY(read && read->text() == messages::row("sentences"));
    QCOMPARE(read->english(), message.english());
    QVERIFY(std::get<Message>(read->arguments()[0]).text() == messages::row("io.not-a-file"));
    QCOMPARE(messages::fromJson(messages::toJson(Message("{}")))->english(), std::string("{}"));
    const auto unknown = messages::fromJson(R"({"id":"of tomorrow","arguments":[1],"english":"new"})");
    QVERIFY(unknown && unknown->text() == nullptr);
    QCOMPARE(unknown->english(), std::string("new"));
}

void TestMessages::damagedJsonIsRejected_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("cut off") << QByteArray(R"({"id":"sentences","arg)");
    QTest::newRow("a number") << QByteArray("3");
    QTest::newRow("no arguments") << QByteArray(R"({"id":"io.disk-full","english":""})");
    QTest::newRow("an argument that is null")
        << QByteArray(R"({"id":"io.not-a-file","arguments":[null],"english":""})");
    QTest::newRow("nested a million times") << R"({"id":"sentences","arguments":)" + QByteArray(1'000'000, '[') +
                                                   QByteArray(1'000'000, ']') + R"(,"english":""})";
}

void TestMessages::damagedJsonIsRejected()
{
    QFETCH(QByteArray, json);

    QVERIFY(!messages::fromJson(json.toStdString()));
}

void TestMessages::messageIdsAreUnique()
{
    std::set<std::string_view> ids;
    for (const MessageText& row : messages::kTable) {
        QVERIFY2(ids.insert(row.id).second, row.id);
        QVERIFY(messages::find(row.id) == &row);
    }
    QVERIFY(messages::find("no such id") == nullptr);
    QVERIFY(messages::find("") == nullptr);
}

void TestMessages::placeholdersOfEachRowAreNumberedFromZero()
{
    for (const MessageText& row : messages::kTable)
        for (std::size_t i = 0; i < messages::argumentsOf(row.english); ++i)
            QVERIFY2(std::string_view(row.english).find("{" + std::to_string(i) + "}") != std::string_view::npos,
                     row.id);
}

QTEST_GUILESS_MAIN(TestMessages)
#include "tst_messages.moc"
