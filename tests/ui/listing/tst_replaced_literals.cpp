#include "engine/trace/store.h"
#include "ui/listing/replaced_literals.h"

#include <QTest>
#include <memory>

using engine::frontend::ReplacedNumber;
using ui::listing::replacedLiterals;
using ui::look::OpenString;

class TestReplacedLiterals : public QObject {
    Q_OBJECT

private slots:
    void literalsThatEqualTheParameterInTypeAndValueAreReplaced_data();
    void literalsThatEqualTheParameterInTypeAndValueAreReplaced();
    void literalsOfChangedProgramParametersAreReplaced();
    void listingOfARunContainsTheParameterValuesOfTheRun();
};

void TestReplacedLiterals::literalsThatEqualTheParameterInTypeAndValueAreReplaced_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("marked");
    QTest::newRow("range") << "return [x.mm(x) for _ in range(50)]"
                           << "                               ^^";
    QTest::newRow("both") << "run(50, 50)"
                          << "    ^^  ^^";
    QTest::newRow("other notation") << "a = 0x32 + 5_0"
                                    << "    ^^^^   ^^^";
    QTest::newRow("part of another number") << "a = 500 + x50 + 50.5"
                                            << "";
    QTest::newRow("another type") << "a = 50.0"
                                  << "";
    QTest::newRow("real") << "rate = 0.20 + 2e-1"
                          << "       ^^^^   ^^^^";
    QTest::newRow("text and comment") << "a = '50'  # 50"
                                      << "";
}

void TestReplacedLiterals::literalsThatEqualTheParameterInTypeAndValueAreReplaced()
{
    QFETCH(QString, line);
    QFETCH(QString, marked);
    const std::vector<ReplacedNumber> numbers{{"products", "50", "10", false, {1}}, {"lr", "0.2", "0.5", true, {1}}};
    QString found;
    for (const auto& literal : replacedLiterals(line, OpenString::None, numbers)) {
        found = found.leftJustified(literal.start) + QString(literal.length, QLatin1Char('^'));
        QCOMPARE(literal.runs, literal.parameter == "lr" ? QStringLiteral("0.5") : QStringLiteral("10"));
    }
    QCOMPARE(found, marked);
    QVERIFY(replacedLiterals(line, OpenString::TripleDouble, numbers).empty());
}

void TestReplacedLiterals::literalsOfChangedProgramParametersAreReplaced()
{
    engine::frontend::RunRequest request;
    request.program.id = "own";
    for (const auto& [name, value] : {std::pair{"n", "4000"}, {"products", "50"}, {"workers", "1"}}) {
        engine::frontend::Parameter parameter;
        parameter.name = name;
        parameter.value = value;
        parameter.maximum = 10'000;
        request.program.parameters.push_back(parameter);
    }
    request.parameters = {{"n", "4000"}, {"products", "10"}, {"workers", "2"}};
    request.source = "n = 4000\nfor i in range(50):\n    run(i, products=50)\nif products == 50:\n    pass\n";
    const auto replaced = engine::frontend::replacedNumbers(request);
    QVERIFY(replaced);
    QCOMPARE(replaced->size(), std::size_t{1});  // "n" is unchanged, "workers" is a parameter of the platform
    QCOMPARE(replaced->front().parameter, std::string("products"));
    QCOMPARE(replaced->front().listed, std::string("50"));
    QCOMPARE(replaced->front().runs, std::string("10"));
    QCOMPARE(replaced->front().lines, std::vector<int>{3});  // the literal of the argument "products"
    request.program.sources[request.dialect] = request.source;
    request.program.numberLines[request.dialect]["products"] = {2};
    request.source = "import torch\nn = 4000\n\nfor i in range(50):  # edited\n    run(i, products=50)\n";
    QCOMPARE(engine::frontend::replacedNumbers(request)->front().lines, std::vector<int>{4});
    request.parameters["products"] = "none";
    QVERIFY(!engine::frontend::replacedNumbers(request));
}

void TestReplacedLiterals::listingOfARunContainsTheParameterValuesOfTheRun()
{
    engine::frontend::Program program;
    program.id = "own";
    for (const auto& [name, value] : {std::pair{"n", "4000"}, {"epochs", "10"}}) {
        engine::frontend::Parameter parameter;
        parameter.name = name;
        parameter.value = value;
        parameter.maximum = 10'000;
        program.parameters.push_back(parameter);
    }
    const std::string source = "n = 4000\ntext = \"\"\"10\nepochs = 10\n\"\"\"\nepochs = 10; print(10, 4000)\n";
    program.sources[engine::frontend::Dialect::Torch] = source;
    engine::trace::RunInfo run;
    run.program = "own";
    run.dialect = "torch";
    run.source = source;
    run.parameters = {{"n", "4000"}, {"epochs", "2"}, {"devices", "0,1"}};
    engine::trace::Store store;
    store.apply(std::make_shared<const engine::trace::RunInfo>(run));

    QCOMPARE(ui::listing::listingThatRan(program, *store.snapshot()),
             std::string("n = 4000\ntext = \"\"\"10\nepochs = 10\n\"\"\"\nepochs = 2; print(2, 4000)\n"));
    run.parameters.front().second = "none";  // a value that the program refuses
    store.apply(std::make_shared<const engine::trace::RunInfo>(run));
    QCOMPARE(ui::listing::listingThatRan(program, *store.snapshot()),
             std::string("n = 4000\ntext = \"\"\"10\nepochs = 10\n\"\"\"\nepochs = 2; print(2, 4000)\n"));
    program.id = "another";
    QVERIFY(ui::listing::listingThatRan(program, *store.snapshot()).empty());
}

QTEST_APPLESS_MAIN(TestReplacedLiterals)
#include "tst_replaced_literals.moc"
