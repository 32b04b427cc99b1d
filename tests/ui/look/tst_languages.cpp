#include "engine/messages/messages.h"
#include "ui/look/contrast.h"
#include "ui/look/in_language.h"
#include "ui/look/language_rows.h"
#include "ui/look/languages.h"
#include "ui/look/theme.h"

#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <memory>

using namespace ui::look;
using engine::trace::Kind;

/// Tests languages and contrast.
class TestLanguages : public QObject {
    Q_OBJECT

private slots:
    void languageCodesRoundTrip();
    void textIsTranslatedToEveryLanguage();
    void pluralsFollowTheLanguage();
    void engineMessagesAreTranslated();
    void argumentsOfTranslatedMessagesAreShownUnchanged_data();
    void argumentsOfTranslatedMessagesAreShownUnchanged();
    void unknownMessagesStayUnchanged();
    void koreanParticlesFitTheArgumentOfAMessage();
    void namesOfTrainingsAreTranslated();
    void textsOfAnOpenWindowFollowTheLanguage();
    void textOfTheUserIsNotTranslated();
    void destroyedObjectsAreNotRetranslated();
    void highContrastColoursMeetTheirContrastRatios_data();
    void highContrastColoursMeetTheirContrastRatios();
    void themeForTheProjectorHasLargeLabels();
};

void TestLanguages::languageCodesRoundTrip()
{
    for (const Language language : languageChoices())
        QVERIFY(languageOf(codeOf(language)) == language);
    QCOMPARE(languageChoices().size(), languageRows().size() + 1);
    for (const LanguageRow& row : languageRows()) {
        QVERIFY(languageOf(QLocale(row.locale, row.country)) == row.language);
        QVERIFY2(QFile::exists(QStringLiteral(":/translations/overlap_%1.qm").arg(QLatin1String(row.texts))),
                 row.texts);
        QCOMPARE(glyphFamilies({}, row.language).front(), QLatin1String(row.glyphs));
    }
    QVERIFY(!languageOf(QStringLiteral("klingon")));
    QVERIFY(languageOf(QLocale(QLocale::Korean)) == Language::Korean);
    QVERIFY(languageOf(QLocale(QLocale::German)) == Language::English);
}

void TestLanguages::textIsTranslatedToEveryLanguage()
{
    Languages languages;
    const auto translated = [] { return QCoreApplication::translate("ui::commands::Actions", "Help"); };
    languages.choose(Language::Chinese);
    QCOMPARE(translated(), QStringLiteral("帮助"));
    languages.choose(Language::Korean);
    QCOMPARE(translated(), QStringLiteral("도움말"));
    languages.choose(Language::English);
    QCOMPARE(translated(), QStringLiteral("Help"));
}

void TestLanguages::pluralsFollowTheLanguage()
{
    Languages languages;
    const auto translated = [](int n) { return QCoreApplication::translate("X", "%n operation(s)", nullptr, n); };
    languages.choose(Language::English);
    QCOMPARE(translated(1), QStringLiteral("1 operation"));
    QCOMPARE(translated(7), QStringLiteral("7 operations"));
    languages.choose(Language::Chinese);
    QCOMPARE(translated(7), QStringLiteral("7 个操作"));
}

void TestLanguages::engineMessagesAreTranslated()
{
    Languages languages;
    languages.choose(Language::Chinese);

    QCOMPARE(messageText(engine::messages::message("program.no-file", "/x/y.py")),
             QStringLiteral("没有文件 /x/y.py。"));
    QCOMPARE(messageText(engine::messages::message("trace.not-opened", "a.json",
                                                   engine::messages::message("trace.invalid-json", 12))),
             QStringLiteral("无法打开“a.json”：在第 12 字节处不是有效的 JSON。"));
    QCOMPARE(programText("13.3.1", "Parallel computation on GPUs"), QStringLiteral("基于GPU的并行计算"));
    QCOMPARE(programText("/home/me/gpus.py", "Parallel computation on GPUs"),
             QStringLiteral("Parallel computation on GPUs"));
    for (const char* own : {"Memory", "the disk is full", "%1 {0}"}) {
        QCOMPARE(programText("/home/me/own.py", own), QString::fromUtf8(own));
        QCOMPARE(machineText("mine", own), QString::fromUtf8(own));
    }
    QCOMPARE(machineText("this-computer+tf32", "This computer · 2 cores · 1 GPU · TF32"),
             QStringLiteral("本机 · 2 个核心 · 1 个 GPU · TF32"));
    QCOMPARE(machineText("this-computer", "Ada Lovelace 1 GHz · 1 core"),
             QStringLiteral("Ada Lovelace 1 GHz · 1 个核心"));
    languages.choose(Language::Korean);
    QCOMPARE(machineText("this-computer", "This computer · 2 cores"), QStringLiteral("이 컴퓨터 · 코어 2개"));
    languages.choose(Language::English);
    QCOMPARE(machineText("this-computer", "This computer · 1 core · 8 GPUs"),
             QStringLiteral("This computer · 1 core · 8 GPUs"));
}

void TestLanguages::argumentsOfTranslatedMessagesAreShownUnchanged_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("language");
    for (const Language language : {Language::English, Language::Chinese, Language::Korean})
        for (const char* name : {"%1", "{0}", "{1}", "%2.py", "50%2{1}.py", "the disk is full", "Memory"})
            QTest::addRow("%s in %s", name, qPrintable(codeOf(language)))
                << QString::fromUtf8(name) << static_cast<int>(language);
}

void TestLanguages::argumentsOfTranslatedMessagesAreShownUnchanged()
{
    QFETCH(QString, name);
    QFETCH(int, language);
    Languages languages;
    languages.choose(static_cast<Language>(language));
    const auto sentence = [](const QString& path) {
        return messageText(engine::messages::message("program.too-large", path.toStdString(), 16));
    };

    const QString shown = sentence(name);

    QCOMPARE(shown.count(name), 1);
    QVERIFY(shown.contains(QLatin1String("16 MiB")));
    if (static_cast<Language>(language) != Language::Korean)  // Korean particles depend on the name
        QCOMPARE(QString(shown).replace(name, QLatin1String("@")), sentence(QStringLiteral("@")));
    QCOMPARE(messageText(engine::Message("the disk is full {0} %1")), QStringLiteral("the disk is full {0} %1"));
}

void TestLanguages::unknownMessagesStayUnchanged()
{
    Languages languages;
    languages.choose(Language::Korean);
    const engine::Message message("IndexError: list index out of range");
    QCOMPARE(messageText(message), QString::fromStdString(message.english()));
    QCOMPARE(messageText(engine::Message()), QString());
}

/// A Korean particle depends on the word before it, which is an argument in this message.
void TestLanguages::koreanParticlesFitTheArgumentOfAMessage()
{
    Languages languages;
    languages.choose(Language::Korean);

    const auto sentence = [](const char* path) {
        return messageText(engine::messages::message("program.too-large", path, 16));
    };

    QVERIFY2(sentence("mine.json").startsWith(QStringLiteral("mine.json은 ")), qPrintable(sentence("mine.json")));
    QVERIFY2(sentence("mine.py").startsWith(QStringLiteral("mine.py는 ")), qPrintable(sentence("mine.py")));
}

void TestLanguages::namesOfTrainingsAreTranslated()
{
    Languages languages;
    languages.choose(Language::English);
    QCOMPARE(trainingName("2 GPUs"), QStringLiteral("2 GPUs"));

    languages.choose(Language::Chinese);

    QCOMPARE(trainingName("2 GPUs"), QStringLiteral("2 个 GPU"));
    QCOMPARE(trainingName("2 GPUs · 1"), QStringLiteral("2 个 GPU · 1"));
    QCOMPARE(trainingName("1 GPU"), QStringLiteral("1 GPU"));
    QCOMPARE(trainingName("mine"), QStringLiteral("mine"));
}

void TestLanguages::textsOfAnOpenWindowFollowTheLanguage()
{
    Languages languages;
    languages.choose(Language::English);
    const auto tr = [](const char* text) { return QCoreApplication::translate("X", text); };
    QWidget window;
    auto* group = new QObject(&window);  // a QObject without texts, like a controller that owns commands
    auto* label = new QLabel(&window);
    auto* action = new QAction(group);
    QComboBox choice(&window);
    inLanguage(label, [&] { label->setText(tr("waits for %1").arg("y[3]")); });
    inLanguage(action, [&] { setTexts(*action, tr("Help"), tr("What happened"), "F1"); });
    inLanguage(&choice, [&] { setItems(choice, {tr("Help"), tr("What happened")}); });
    choice.setCurrentIndex(1);
    const QSignalSpy chosen(&choice, &QComboBox::currentIndexChanged);

    for (const auto& [language, waits, help, happened] :
         {std::tuple(Language::Chinese, QStringLiteral("等待 y[3]"), QStringLiteral("帮助"),
                     QStringLiteral("发生了什么")),
          std::tuple(Language::Korean, QStringLiteral("y[3] 대기"), QStringLiteral("도움말"),
                     QStringLiteral("무슨 일이 있었나")),
          std::tuple(Language::English, QStringLiteral("waits for y[3]"), QStringLiteral("Help"),
                     QStringLiteral("What happened"))}) {
        languages.choose(language);

        QCOMPARE(label->text(), waits);
        QCOMPARE(action->text(), help + QStringLiteral("\tF1"));
        QCOMPARE(action->toolTip(), happened);
        QCOMPARE(choice.itemText(0), help);
        QCOMPARE(choice.currentText(), happened);
    }
    QVERIFY(chosen.isEmpty());
}

void TestLanguages::textOfTheUserIsNotTranslated()
{
    Languages languages;
    languages.choose(Language::English);
    QWidget window;
    QLabel own(QStringLiteral("What happened"), &window), pattern(QStringLiteral("waits for %1"), &window);

    languages.choose(Language::Chinese);

    QCOMPARE(own.text(), QStringLiteral("What happened"));
    QCOMPARE(pattern.text(), QStringLiteral("waits for %1"));
}

void TestLanguages::destroyedObjectsAreNotRetranslated()
{
    Languages languages;
    languages.choose(Language::English);
    QWidget window;
    int applied = 0;
    auto widget = std::make_unique<QWidget>(&window);
    auto action = std::make_unique<QAction>(&window);
    for (QObject* object : {static_cast<QObject*>(widget.get()), static_cast<QObject*>(action.get())})
        inLanguage(object, [&] { ++applied; });
    QCOMPARE(applied, 2);

    widget.reset();
    action.reset();
    languages.choose(Language::Korean);

    QCOMPARE(applied, 2);
}

void TestLanguages::highContrastColoursMeetTheirContrastRatios_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestLanguages::highContrastColoursMeetTheirContrastRatios()
{
    QFETCH(bool, isDark);
    const Mode mode = isDark ? Mode::Dark : Mode::Light;
    const Tokens& t = tokensOf(mode, Contrast::High);
    const auto holds = [](const QColor& colour, const QColor& ground, double ratio) {
        const double is = contrastOf(colour, ground);
        if (is < ratio)
            qWarning("%s on %s: %.2f", qPrintable(colour.name()), qPrintable(ground.name()), is);
        return is >= ratio;
    };
    for (const QColor& ground : {t.chrome, t.panel, t.band, t.sunken, t.hover})
        for (const QColor& text :
             {t.text, t.text2, t.text3, t.codeKeyword, t.codeString, t.codeNumber, t.codeComment, t.codeFunction})
            QVERIFY(holds(text, ground, 7.0));
    QVERIFY(holds(t.accent, t.panel, 7.0));
    QVERIFY(holds(t.onAccent, t.accent, 7.0));
    QVERIFY(holds(t.sync, t.syncSoft, 7.0));
    QVERIFY(holds(t.fail, t.failSoft, 7.0));
    QVERIFY(holds(t.warn, t.warnSoft, 7.0));
    QVERIFY(holds(t.tipText2, t.tip, 7.0));
    QVERIFY(holds(t.line, t.panel, 3.0));
    for (const Kind kind :
         {Kind::Compute, Kind::Backward, Kind::Elementwise, Kind::CopyIn, Kind::CopyOut, Kind::CopyPeer, Kind::Host}) {
        const KindColours& c = coloursOf(mode, kind, Contrast::High);
        QVERIFY(holds(c.textOnFill, c.fill, 7.0));
        QVERIFY(holds(c.textOnTint, c.tint, 7.0));
        QVERIFY(holds(c.edge, t.plot, 4.5));
    }
    // In the ordinary themes, text has a contrast of 4.5 on all these backgrounds, not only on panels.
    const Tokens& usual = tokensOf(mode);
    for (const QColor& ground : {usual.chrome, usual.panel, usual.plot, usual.band, usual.hover})
        for (const QColor& text : {usual.text, usual.text2, usual.text3})
            QVERIFY(holds(text, ground, 4.5));
}

void TestLanguages::themeForTheProjectorHasLargeLabels()
{
    Theme theme;
    theme.setProjected(true);
    // Projected text has at least 14 pt, which are 18.67 px at 96 dpi. A lane of 24 px grows to at least 40 px.
    QVERIFY(theme.scale() * 10.5 >= 18.6);
    QVERIFY(theme.px(24) >= 40);
    QCOMPARE(theme.chosenScale(), 1.0);
    theme.setProjected(false);
    QCOMPARE(theme.scale(), 1.0);
}

QTEST_MAIN(TestLanguages)
#include "tst_languages.moc"
