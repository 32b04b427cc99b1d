#include "ui/commands/key_bindings.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>

using ui::commands::KeyBindings;

/// Tests user-defined key bindings.
class TestKeyBindings : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void bindingATakenKeyRemovesItFromTheOtherCommand();
    void resetRestoresTheDefaultKeys();
    void commandIsTriggeredByItsNewKeyInsteadOfItsOldKey();
    void storedKeyChangesAreAppliedAgain();
    void restoreIgnoresUnknownKeysAndCommands();

private:
    std::unique_ptr<QWidget> m_view;
    std::unique_ptr<KeyBindings> m_keys;
    QAction *m_run = nullptr, *m_save = nullptr, *m_zoom = nullptr;
};

void TestKeyBindings::init()
{
    m_view = std::make_unique<QWidget>();
    m_run = new QAction("Run", m_view.get());
    m_run->setObjectName("run");
    m_run->setShortcuts({QKeySequence("Ctrl+R"), QKeySequence("F9")});
    m_save = new QAction("Save", m_view.get());
    m_save->setObjectName("save");
    m_save->setShortcut(QKeySequence("Ctrl+S"));
    m_zoom = new QAction("Zoom in\tW", m_view.get());
    m_zoom->setObjectName("zoomIn");
    m_keys = std::make_unique<KeyBindings>();
    m_keys->add(m_run);
    m_keys->add(m_save);
    m_keys->add(m_zoom, m_view.get());
}

void TestKeyBindings::cleanup()
{
    m_keys.reset();
    m_view.reset();
}

void TestKeyBindings::bindingATakenKeyRemovesItFromTheOtherCommand()
{
    QVERIFY(m_keys->conflict(QKeySequence("F9"), *m_save) == m_run);
    QVERIFY(m_keys->conflict(QKeySequence("F9"), *m_run) == nullptr);
    QVERIFY(m_keys->conflict(QKeySequence("F8"), *m_save) == nullptr);

    m_keys->bind(*m_save, QKeySequence("F9"));

    QCOMPARE(m_save->shortcuts(), QList<QKeySequence>{QKeySequence("F9")});
    QCOMPARE(m_run->shortcuts(), QList<QKeySequence>{QKeySequence("Ctrl+R")});
    m_keys->bind(*m_save, QKeySequence());
    QVERIFY(m_save->shortcuts().isEmpty());
}

void TestKeyBindings::resetRestoresTheDefaultKeys()
{
    m_keys->bind(*m_save, QKeySequence("Ctrl+R"));
    m_keys->reset(*m_run);
    QCOMPARE(m_run->shortcuts().size(), 2);
    QVERIFY(m_save->shortcuts().isEmpty());
    m_keys->resetAll();
    QCOMPARE(m_save->shortcut(), QKeySequence("Ctrl+S"));
    QVERIFY(m_keys->changed().isEmpty());
}

void TestKeyBindings::commandIsTriggeredByItsNewKeyInsteadOfItsOldKey()
{
    QSignalSpy zoomed(m_zoom, &QAction::triggered);
    m_keys->bind(*m_zoom, QKeySequence("I"));
    QCOMPARE(m_zoom->text(), QStringLiteral("Zoom in\tI"));

    QTest::keyClick(m_view.get(), Qt::Key_I);
    QCOMPARE(zoomed.count(), 1);
    QTest::keyClick(m_view.get(), Qt::Key_W);
    QCOMPARE(zoomed.count(), 1);

    m_keys->resetAll();
    QTest::keyClick(m_view.get(), Qt::Key_I);
    QCOMPARE(zoomed.count(), 1);
    QCOMPARE(m_zoom->text(), QStringLiteral("Zoom in\tW"));
}

void TestKeyBindings::storedKeyChangesAreAppliedAgain()
{
    m_keys->bind(*m_zoom, QKeySequence("Ctrl+Shift+I"));
    m_keys->bind(*m_save, QKeySequence());
    const QHash<QString, QString> kept = m_keys->changed();
    QCOMPARE(kept.size(), 2);

    m_keys->resetAll();
    m_keys->restore(kept);

    QVERIFY(m_save->shortcuts().isEmpty());
    QCOMPARE(m_keys->keysOf(*m_zoom), QList<QKeySequence>{QKeySequence("Ctrl+Shift+I")});
}

void TestKeyBindings::restoreIgnoresUnknownKeysAndCommands()
{
    m_keys->restore({{"run", "no such key"}, {"gone", "F9"}});
    QCOMPARE(m_run->shortcuts().size(), 2);
    QVERIFY(m_keys->changed().isEmpty());
}

QTEST_MAIN(TestKeyBindings)
#include "tst_key_bindings.moc"
