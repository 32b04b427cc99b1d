#include "tests/ui/runs/fake_backend.h"
#include "ui/commands/actions.h"
#include "ui/commands/command_palette.h"
#include "ui/listing/listing.h"
#include "ui/listing/program_pane.h"
#include "ui/machines/machine_files.h"
#include "ui/model/visible_range.h"
#include "ui/runs/status_line.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panes.h"
#include "ui/shell/preferences.h"
#include "ui/shell/preferences_dialog.h"
#include "ui/shell/right_pane.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace ui::commands;
using namespace ui::files;
using namespace ui::machines;
using namespace ui::shell;
using tests::FakeFrontEnd;
using ui::look::Language;

namespace {

/// All texts of the window's widgets and commands, sorted: "class.property: text".
QStringList textsOf(QObject& window)
{
    QStringList texts;
    QList<QObject*> objects = window.findChildren<QObject*>();
    objects.prepend(&window);
    for (const QObject* object : objects) {
        if (object->inherits("QLineEdit") || object->objectName().startsWith("qt_") ||
            object->objectName().startsWith("Scroll"))
            continue;
        for (const char* name : {"text", "toolTip", "statusTip", "accessibleName", "accessibleDescription", "title",
                                 "windowTitle", "placeholderText"}) {
            const QString text = object->property(name).toString();
            if (!text.isEmpty())
                texts << QStringLiteral("%1 %2.%3: %4")
                             .arg(QString::fromLatin1(object->metaObject()->className()), object->objectName(),
                                  QString::fromLatin1(name), text);
        }
        if (const auto* box = qobject_cast<const QComboBox*>(object))
            for (int i = 0; i < box->count(); ++i)
                texts << QStringLiteral("choice: ") + box->itemText(i);
    }
    // The status line shows how long the simulation took, which differs from run to run.
    static const QRegularExpression measured(QStringLiteral("\\d+ (ms|s)\\b"));
    for (QString& text : texts)
        if (text.contains(QLatin1String("statusLine.")))
            text.remove(measured);
    // The label "all" of the fake front end's block is not translated, but the window has a text "all", too.
    for (const char* block : {"choice: all", "choice: 全部", "choice: 모두"})
        texts.removeAll(QString::fromUtf8(block));
    texts.removeDuplicates();
    texts.sort();
    return texts;
}

}  // namespace

/// Tests languages, keys and keyboard access of the whole window.
class TestForEveryone : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void windowAfterALanguageSwitchEqualsANewWindow_data();
    void windowAfterALanguageSwitchEqualsANewWindow();
    void visibleBannerIsRetranslated();
    void keysCanBeChangedInThePreferences();
    void commandPaletteListsProgramsMachinesAndCommands();
    void undoRevertsFlipsParametersAndEdits();
    void everyControlHasTabFocusANameAndARole();
    void tabKeyLeavesASwitch();
    void canvasesDisableTheInputMethod();
    void projectionAndHighContrastAreCommands();

private:
    void open(Language language);

    std::shared_ptr<FakeFrontEnd> m_frontEnd;
    std::unique_ptr<ui::look::Languages> m_languages;
    std::unique_ptr<ui::look::Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

void TestForEveryone::open(Language language)
{
    cleanup();
    m_frontEnd = std::make_shared<FakeFrontEnd>();
    m_languages = std::make_unique<ui::look::Languages>();
    m_languages->choose(language);
    m_theme = std::make_unique<ui::look::Theme>();
    m_theme->setLanguage(m_languages->shown());
    Setup setup;
    auto program = FakeFrontEnd::program("13.3.1", "with Benchmark('GPU1 time'):\n    wait()\n");
    program.title = "Parallel computation on GPUs";
    program.section = "13.3, exercise 2";
    program.parameters.push_back(
        {"n", "matrix side", engine::frontend::ParameterKind::Integer, "4000", 1, 20000, {}, ""});
    setup.backend = FakeFrontEnd::makerOf(m_frontEnd, {program, FakeFrontEnd::program("13.3.2", "wait()\n")});
    setup.machines.listed = {
        {"book-v100", "2× V100 (the book’s machine)", engine::trace::PlatformKind::Virtual, 2, "", {}, {}}};
    setup.languages = m_languages.get();
    m_window = std::make_unique<MainWindow>(*m_theme, setup, Session());
    m_window->resize(1440, 900);
    m_window->show();
    QSignalSpy shown(m_window.get(), &MainWindow::runShown);
    QVERIFY(shown.wait());
    // Waits until a separate thread has found the sync points, because their texts are compared, too.
    QTRY_VERIFY(m_window->desk().isSettled() && !m_window->bench().document.text().switches().points().empty());
}

void TestForEveryone::init()
{
    open(Language::English);
}

void TestForEveryone::cleanup()
{
    m_window.reset();
    m_theme.reset();
    m_languages.reset();
}

void TestForEveryone::windowAfterALanguageSwitchEqualsANewWindow_data()
{
    QTest::addColumn<int>("language");
    QTest::newRow("Chinese") << static_cast<int>(Language::Chinese);
    QTest::newRow("Korean") << static_cast<int>(Language::Korean);
    QTest::newRow("English again") << static_cast<int>(Language::English);
}

/// After a switch of language, an open window has the same texts as a window opened in that language.
void TestForEveryone::windowAfterALanguageSwitchEqualsANewWindow()
{
    QFETCH(int, language);
    const auto wanted = static_cast<Language>(language);
    open(wanted);
    const QStringList fresh = textsOf(*m_window);
    open(wanted == Language::English ? Language::Korean : Language::English);
    const QSignalSpy runs(m_window.get(), &MainWindow::runShown);
    m_languages->choose(wanted);
    (void)QTest::qWaitFor([&] { return textsOf(*m_window) == fresh; });
    QVERIFY(m_window->desk().isSettled());
    const QStringList switched = textsOf(*m_window);

    for (const QString& text :
         QSet<QString>(fresh.begin(), fresh.end()) - QSet<QString>(switched.begin(), switched.end()))
        qWarning("only in a fresh window: %s", qPrintable(text));
    for (const QString& text :
         QSet<QString>(switched.begin(), switched.end()) - QSet<QString>(fresh.begin(), fresh.end()))
        qWarning("only after the switch: %s", qPrintable(text));
    QVERIFY(fresh == switched);
    QVERIFY(runs.isEmpty());
}

void TestForEveryone::visibleBannerIsRetranslated()
{
    m_window->parts().machineFiles->use(QStringLiteral("nosuch"));
    const QLabel* title = m_window->bench().banner.findChild<QLabel*>(QStringLiteral("bannerTitle"));
    QCOMPARE(title->text(), QStringLiteral("There is no machine nosuch"));

    m_languages->choose(Language::Korean);

    QTRY_COMPARE(title->text(), MachineFiles::tr("There is no machine %1").arg(QStringLiteral("nosuch")));
    QVERIFY(title->text() != QLatin1String("There is no machine nosuch"));
    QCOMPARE(m_window->bench().banner.accessibleName(), title->text());
    QVERIFY(m_window->bench().banner.isOpen());
}

void TestForEveryone::keysCanBeChangedInThePreferences()
{
    m_window->bench().actions.preferences->trigger();
    auto* dialog = m_window->findChild<PreferencesDialog*>();
    QVERIFY(dialog != nullptr);
    auto* table = dialog->findChild<QTableWidget*>("keyTable");
    const QString name = nameOf(*m_window->bench().actions.run);
    for (int row = 0; row < table->rowCount(); ++row)
        if (table->item(row, 0)->text() == name)
            table->setCurrentCell(row, 0);
    auto* pressed = dialog->findChild<QKeySequenceEdit*>("newKeys");
    pressed->setKeySequence(m_window->bench().actions.save->shortcut());
    auto* conflict = dialog->findChild<QLabel*>("keyConflict");
    QVERIFY2(conflict->text().contains(nameOf(*m_window->bench().actions.save)), qPrintable(conflict->text()));
    pressed->setKeySequence(QKeySequence("F9"));
    QVERIFY(!conflict->text().contains(nameOf(*m_window->bench().actions.save)));
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == PreferencesDialog::tr("Use these keys"))
            button->click();

    QCOMPARE(m_window->bench().actions.run->shortcut(), QKeySequence("F9"));
    QCOMPARE(m_window->session().keys.value("run"), QStringLiteral("F9"));
    QVERIFY(m_window->bench().actions.run->toolTip().contains("F9"));
    const auto* breakpoint = m_window->findChild<QAction*>("breakpoint");
    QVERIFY(breakpoint != nullptr && breakpoint->shortcut().isEmpty());
    QCOMPARE(breakpoint->toolTip(), breakpoint->statusTip());
    dialog->close();
}

void TestForEveryone::commandPaletteListsProgramsMachinesAndCommands()
{
    m_window->bench().actions.commands->trigger();
    auto* palette = m_window->findChild<CommandPalette*>();
    QVERIFY(palette != nullptr);
    QStringList names;
    for (int i = 0; i < palette->findChild<QListWidget*>()->count(); ++i)
        names << palette->findChild<QListWidget*>()->item(i)->text();
    QVERIFY(names.contains("Program: Program 13.3.2"));
    QVERIFY(names.contains("Machine: 2× V100 (the book’s machine)"));
    for (const QAction* action : m_window->bench().actions.all())
        if (action->isEnabled() && action != m_window->bench().actions.commands)
            QVERIFY2(names.filter(nameOf(*action)).size() > 0, qPrintable(nameOf(*action)));
    auto* list = palette->findChild<QListWidget*>();
    palette->findChild<QLineEdit*>()->setText("find");
    QVERIFY2(list->item(0)->text().contains("find", Qt::CaseInsensitive), qPrintable(list->item(0)->text()));
    palette->findChild<QLineEdit*>()->setText("no such thing at all");
    QCOMPARE(list->count(), 1);
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    QVERIFY(palette->isVisible());
    palette->findChild<QLineEdit*>()->setText("Program: Program 13.3.2");
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_COMPARE(QString::fromStdString(m_window->bench().document.program().id), QStringLiteral("13.3.2"));

    m_window->bench().actions.findLane->trigger();
    QTRY_VERIFY(m_window->findChild<CommandPalette*>() != nullptr);
}

void TestForEveryone::undoRevertsFlipsParametersAndEdits()
{
    auto& document = m_window->bench().document;
    const QString source = document.text().source();
    document.edits().flip(2);
    document.parameters().set("n", "2000");
    document.listing().setSource(source + "wait()\n");
    for (int i = 0; i < 3; ++i)
        m_window->bench().actions.undo->trigger();

    QCOMPARE(document.text().source(), source);
    QCOMPARE(document.parameters().value("n"), QStringLiteral("4000"));
    QVERIFY(document.text().switches().isOn(2));
    for (int i = 0; i < 3; ++i)
        m_window->bench().actions.redo->trigger();
    QVERIFY(!document.text().switches().isOn(2));
    QCOMPARE(document.parameters().value("n"), QStringLiteral("2000"));
}

void TestForEveryone::everyControlHasTabFocusANameAndARole()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QSet<QWidget*> wanted;
    for (QWidget* widget : m_window->findChildren<QWidget*>()) {
        const bool takesTab = (widget->focusPolicy() & Qt::TabFocus) != 0;
        if (takesTab && widget->isVisible() && widget->isEnabled() && widget->window() == m_window.get())
            wanted.insert(widget);
    }
    QVERIFY(wanted.size() > 15);
    QList<QWidget*> walked;
    m_window->bench().timeline.setFocus();
    for (int i = 0; i < 300; ++i) {
        QWidget* at = QApplication::focusWidget();
        QVERIFY(at != nullptr);
        if (walked.contains(at))
            break;
        walked << at;
        QTest::keyClick(at, Qt::Key_Tab);
    }
    QStringList names;
    for (const QWidget* widget : walked)
        names << QStringLiteral("%1 %2").arg(QString::fromLatin1(widget->metaObject()->className()),
                                             widget->objectName());
    for (QWidget* widget : wanted) {
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        const QString what = QStringLiteral("%1 \"%2\" in %3")
                                 .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName(),
                                      QString::fromLatin1(widget->parentWidget()->metaObject()->className()));
        // Tab moves the focus to one button of an exclusive group; arrow keys move it to the others.
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        const bool isInGroup = button != nullptr && (button->autoExclusive() || button->group() != nullptr);
        if (!walked.contains(widget) && !isInGroup && widget->focusProxy() == nullptr)
            QFAIL(qPrintable(what + " is not reached by Tab, but: " + names.join("; ")));
        if (face == nullptr || face->text(QAccessible::Name).isEmpty())
            QFAIL(qPrintable(what + " has no name"));
        // Only plain scroll areas may have the role Client, which Qt assigns to them.
        const bool isQts = widget->inherits("QScrollArea");
        if (face->role() == QAccessible::NoRole || (face->role() == QAccessible::Client && !isQts))
            QFAIL(qPrintable(what + " has no role"));
    }
    // Tab visits all controls of a part of the window (such as the top bar) before it enters the next part.
    QStringList order;
    for (QWidget* widget : walked) {
        const QPoint at = widget->mapTo(m_window.get(), QPoint(1, 1));
        const QString part = at.y() < 48                                                                    ? "bar"
                             : m_window->parts().statusLine->isAncestorOf(widget)                           ? "status"
                             : m_window->parts().panes->program().isAncestorOf(widget)                      ? "program"
                             : static_cast<QWidget&>(m_window->parts().panes->right()).isAncestorOf(widget) ? "right"
                                                                                                            : "centre";
        if (order.isEmpty() || order.back() != part)
            order << part;
    }
    QVERIFY2(order.size() <= 6, qPrintable(order.join(", ")));
}

/// In the listing, Tab may indent. In a switch of the listing, Tab always moves the focus.
void TestForEveryone::tabKeyLeavesASwitch()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    auto* point = m_window->findChild<QWidget*>("syncSwitch2");
    QVERIFY(point != nullptr);
    for (const Qt::KeyboardModifiers back : {Qt::NoModifier, Qt::ShiftModifier}) {
        point->setFocus();
        QCOMPARE(QApplication::focusWidget(), point);
        QTest::keyClick(point, Qt::Key_Tab, back);
        QVERIFY(QApplication::focusWidget() != point);
    }
}

void TestForEveryone::canvasesDisableTheInputMethod()
{
    QVERIFY(!m_window->bench().timeline.testAttribute(Qt::WA_InputMethodEnabled));
    for (const QWidget* widget : m_window->parts().panes->right().findChildren<QWidget*>())
        if (!widget->inherits("QLineEdit") && !widget->inherits("QComboBox"))
            QVERIFY2(!widget->testAttribute(Qt::WA_InputMethodEnabled), widget->metaObject()->className());
}

void TestForEveryone::projectionAndHighContrastAreCommands()
{
    QTest::keyClick(m_window.get(), Qt::Key_F5);
    QVERIFY(m_theme->isProjected());
    m_window->bench().actions.highContrast->trigger();
    QVERIFY(m_theme->contrast() == ui::look::Contrast::High);
    QVERIFY(m_window->session().contrast == ui::look::Contrast::High);
    QTest::keyClick(m_window.get(), Qt::Key_F5);
    QCOMPARE(m_theme->scale(), 1.0);
}

QTEST_MAIN(TestForEveryone)
#include "tst_for_everyone.moc"
