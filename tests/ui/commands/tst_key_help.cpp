#include "tests/ui/drawing/text_probe.h"
#include "ui/commands/key_help.h"

#include <QTest>

using ui::commands::Actions;
using ui::commands::KeyHelp;

class TestKeyHelp : public QObject {
    Q_OBJECT

private slots:
    void textsOfTheKeyHelpDoNotOverlap_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("a laptop") << QSize(1280, 800);
        QTest::newRow("a large laptop") << QSize(1440, 900);
        QTest::newRow("a projector") << QSize(1024, 700);
    }

    void textsOfTheKeyHelpDoNotOverlap()
    {
        QFETCH(QSize, size);
        const ui::look::Theme theme;
        QWidget window;
        window.resize(size);
        const Actions actions(theme, &window);
        KeyHelp help(theme, actions, &window);
        help.open();
        tests::TextProbe probe(size);

        help.render(&probe);

        QVERIFY(!probe.texts().empty());
        QVERIFY2(tests::faultsOf(probe.texts()).isEmpty(),
                 qPrintable(tests::faultsOf(probe.texts()).join(QLatin1Char('\n'))));
    }
};

QTEST_MAIN(TestKeyHelp)
#include "tst_key_help.moc"
