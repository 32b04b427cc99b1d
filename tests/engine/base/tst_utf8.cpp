#include "engine/base/message.h"
#include "engine/base/utf8.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using engine::drawable;

/// Tests that drawable() replaces characters which must not be written to an image, an XML file or a terminal.
class TestUtf8 : public QObject {
    Q_OBJECT

private slots:
    void printableTextIsUnchanged();
    void everyControlCharacterIsReplaced();
    void directionMarksAndNoncharactersAreReplaced();
    void bytesThatAreNotUtf8AreReplaced();
    void controlCharactersInMessageArgumentsAreReplaced();
    void escapedJsonKeepsItsValue();
};

void TestUtf8::printableTextIsUnchanged()
{
    for (const char* text : {"", "GPU 0", "a\tb\nc", "gr\u00f6\u00dfe", "\u52a8\u624b\u5b66", "\U0001F600", "\u00a0"})
        QCOMPARE(drawable(text), std::string(text));
}

void TestUtf8::everyControlCharacterIsReplaced()
{
    for (char32_t code = 0; code < 0xa0; ++code) {
        const bool isControl = (code < 0x20 && code != '\t' && code != '\n') || code >= 0x7f;
        const QString text = QStringLiteral("a") + QChar(code) + QStringLiteral("b");
        const QString result = QString::fromStdString(drawable(text.toStdString()));
        QCOMPARE(result, isControl ? QStringLiteral("a\ufffdb") : text);
    }
}

void TestUtf8::directionMarksAndNoncharactersAreReplaced()
{
    for (const char* text : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069", "\u2028", "\u2029",
                             "\xef\xbf\xbe", "\xef\xbf\xbf", "\xef\xb7\x90", "\xf4\x8f\xbf\xbf"})
        QCOMPARE(drawable(text), std::string("\ufffd"));
}

void TestUtf8::bytesThatAreNotUtf8AreReplaced()
{
    QCOMPARE(drawable("a\xff\x62"), std::string("a\ufffd\x62"));
    QCOMPARE(drawable("\xed\xa0\x80"), std::string("\ufffd\ufffd\ufffd"));  // a UTF-16 surrogate
    QCOMPARE(drawable("\xe2\x82"), std::string("\ufffd\ufffd"));
}

void TestUtf8::controlCharactersInMessageArgumentsAreReplaced()
{
    static constexpr engine::MessageText kRow{"id", "No field {0} in {1}."};
    const engine::Message inner(std::string("\x1b[1m"));
    QCOMPARE(engine::Message(kRow, {std::string("\x1b]0;x\a"), inner}).english(),
             std::string("No field \ufffd]0;x\ufffd in \ufffd[1m."));
}

void TestUtf8::escapedJsonKeepsItsValue()
{
    QString text;
    for (char16_t code = 1; code < 0x3000; ++code)
        text += QChar(code);
    text += QString::fromUcs4(U"\U0001F600\U0001FFFE\ufffe");
    const QByteArray json = QJsonDocument(QJsonArray{text}).toJson();

    const std::string escaped = engine::escapedJson(json.toStdString());

    QCOMPARE(QString::fromStdString(drawable(escaped)), QString::fromStdString(escaped));
    QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(escaped)).array()[0].toString(), text);
    QCOMPARE(engine::escapedJson("[\"\xc2\x9b\x7f\"]\n"), std::string("[\"\\u009b\\u007f\"]\n"));
}

QTEST_GUILESS_MAIN(TestUtf8)
#include "tst_utf8.moc"
