#include "ui/model/statement.h"

#include <QTest>

class TestStatement : public QObject {
    Q_OBJECT

private slots:
    void statementOmitsCommentsAndIndentation_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("statement");
        QTest::newRow("indented") << "    run(x)"
                                  << "run(x)";
        QTest::newRow("comment after two blanks") << "run(x)  # warm up"
                                                  << "run(x)";
        QTest::newRow("comment after one blank") << "run(x) # warm up"
                                                 << "run(x)";
        QTest::newRow("hash in a string") << "print('a  # b')  # c"
                                          << "print('a  # b')";
        QTest::newRow("escaped quote") << "print('\\'  # b')"
                                       << "print('\\'  # b')";
        QTest::newRow("other quote in a string") << "print(\"it's  # b\") # c"
                                                 << "print(\"it's  # b\")";
        QTest::newRow("comment alone") << "  # a cell"
                                       << "# a cell";
        QTest::newRow("empty") << ""
                               << "";
    }
    void statementOmitsCommentsAndIndentation()
    {
        QFETCH(QString, line);
        QFETCH(QString, statement);

        QCOMPARE(ui::model::statementOf(line), statement);
    }
};

QTEST_GUILESS_MAIN(TestStatement)
#include "tst_statement.moc"
