#include "engine/ops/shape_rules.h"

#include <QtTest>

#include <vector>

using namespace engine;
using ops::Operator;
using tensor::Shape;
using Shapes = std::vector<Shape>;

class TestShapeRules : public QObject {
    Q_OBJECT

private slots:
    void infers_data();
    void infers();
    void refusesWithASentence_data();
    void refusesWithASentence();
    void reductionsMayBeStoredInAnyOneElement();
    void everyOperatorSaysHowManyInputsItTakes();
};

void TestShapeRules::infers_data()
{
    QTest::addColumn<Operator>("op");
    QTest::addColumn<Shapes>("inputs");
    QTest::addColumn<Shape>("wanted");
    QTest::addColumn<Shape>("result");

    QTest::newRow("matrix by matrix") << Operator::MatMul << Shapes{{2, 3}, {3, 5}} << Shape{} << Shape{2, 5};
    QTest::newRow("matrix by vector") << Operator::MatMul << Shapes{{2, 3}, {3}} << Shape{} << Shape{2};
    QTest::newRow("vector by matrix") << Operator::MatMul << Shapes{{3}, {3, 5}} << Shape{} << Shape{5};
    QTest::newRow("vector by vector") << Operator::MatMul << Shapes{{3}, {3}} << Shape{} << Shape{};
    QTest::newRow("nothing inside") << Operator::MatMul << Shapes{{2, 0}, {0, 5}} << Shape{} << Shape{2, 5};
    QTest::newRow("equal shapes") << Operator::Add << Shapes{{2, 3}, {2, 3}} << Shape{} << Shape{2, 3};
    QTest::newRow("a row is repeated") << Operator::Add << Shapes{{2, 3}, {3}} << Shape{} << Shape{2, 3};
    QTest::newRow("a column is repeated") << Operator::Add << Shapes{{2, 1}, {2, 3}} << Shape{} << Shape{2, 3};
    QTest::newRow("both are repeated") << Operator::Multiply << Shapes{{4, 1}, {1, 3}} << Shape{} << Shape{4, 3};
    QTest::newRow("a scalar is repeated") << Operator::Divide << Shapes{{}, {7}} << Shape{} << Shape{7};
    QTest::newRow("1 against 0 is 0") << Operator::Add << Shapes{{1}, {0}} << Shape{} << Shape{0};
    QTest::newRow("a reduction is a scalar") << Operator::Norm << Shapes{{2, 3}} << Shape{} << Shape{};
    QTest::newRow("a sum of nothing") << Operator::Sum << Shapes{{0}} << Shape{} << Shape{};
    QTest::newRow("transposing reverses") << Operator::Transpose << Shapes{{2, 3, 4}} << Shape{} << Shape{4, 3, 2};
    QTest::newRow("reshaping keeps the count") << Operator::Reshape << Shapes{{2, 6}} << Shape{3, 4} << Shape{3, 4};
    QTest::newRow("a generator gives what is wanted") << Operator::Fill << Shapes{} << Shape{2, 2} << Shape{2, 2};
    QTest::newRow("elementwise") << Operator::Exp << Shapes{{2, 2}} << Shape{} << Shape{2, 2};
}

void TestShapeRules::infers()
{
    QFETCH(Operator, op);
    QFETCH(Shapes, inputs);
    QFETCH(Shape, wanted);
    QFETCH(Shape, result);

    const Result<Shape> inferred = ops::inferShape(op, inputs, wanted);

    QVERIFY2(inferred.has_value(), inferred ? "" : inferred.error().message.c_str());
    QCOMPARE(*inferred, result);
}

void TestShapeRules::refusesWithASentence_data()
{
    QTest::addColumn<Operator>("op");
    QTest::addColumn<Shapes>("inputs");
    QTest::addColumn<Shape>("wanted");
    QTest::addColumn<QString>("says");

    QTest::newRow("inner sizes") << Operator::MatMul << Shapes{{2, 3}, {4, 5}} << Shape{} << "inner sizes 3 and 4";
    QTest::newRow("three axes") << Operator::MatMul << Shapes{{2, 3, 4}, {4, 5}} << Shape{} << "matrices or vectors";
    QTest::newRow("scalars") << Operator::MatMul << Shapes{{}, {}} << Shape{} << "matrices or vectors";
    QTest::newRow("no broadcast") << Operator::Add << Shapes{{2, 3}, {2}} << Shape{} << "axis 1 has the sizes 3 and 2";
    QTest::newRow("too few inputs") << Operator::Add << Shapes{{2}} << Shape{} << "takes 2 inputs, but got 1";
    QTest::newRow("elements") << Operator::Reshape << Shapes{{2, 3}} << Shape{7} << "6 elements are not 7";
    QTest::newRow("not square") << Operator::Identity << Shapes{} << Shape{2, 3} << "square";
    QTest::newRow("largest of nothing") << Operator::Max << Shapes{{0}} << Shape{} << "without elements";
    QTest::newRow("negative size") << Operator::Fill << Shapes{} << Shape{-1, 3} << "size -1";
    QTest::newRow("countless elements") << Operator::Fill << Shapes{} << Shape{2000000000, 2000000000, 2000000000}
                                        << "more elements than";
    QTest::newRow("countless beside none")
        << Operator::Fill << Shapes{} << Shape{0, 2000000000, 2000000000, 2000000000} << "more elements than";
}

void TestShapeRules::refusesWithASentence()
{
    QFETCH(Operator, op);
    QFETCH(Shapes, inputs);
    QFETCH(Shape, wanted);
    QFETCH(QString, says);

    const Result<Shape> inferred = ops::inferShape(op, inputs, wanted);

    QVERIFY(!inferred.has_value());
    QCOMPARE(inferred.error().code, ErrorCode::InvalidArgument);
    const QString message = QString::fromStdString(inferred.error().message);
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY2(message.endsWith('.'), qPrintable(message));
}

void TestShapeRules::reductionsMayBeStoredInAnyOneElement()
{
    QVERIFY(ops::validate({Operator::Sum, {{4, 4}}, Shape{}}).has_value());
    QVERIFY(ops::validate({Operator::Sum, {{4, 4}}, {1}}).has_value());
    QVERIFY(ops::validate({Operator::Sum, {{4, 4}}, {1, 1}}).has_value());
    QVERIFY(!ops::validate({Operator::Sum, {{4, 4}}, {4}}).has_value());
    QVERIFY(!ops::validate({Operator::Exp, {{1}}, {1, 1}}).has_value());
}

void TestShapeRules::everyOperatorSaysHowManyInputsItTakes()
{
    for (int i = 0; i <= static_cast<int>(Operator::Marker); ++i) {
        const auto op = static_cast<Operator>(i);
        const Shapes inputs(static_cast<std::size_t>(ops::inputCountOf(op)), Shape{2, 2});

        const Result<Shape> inferred = ops::inferShape(op, inputs, {2, 2});

        QVERIFY2(inferred.has_value(), ops::nameOf(op).data());
    }
}

QTEST_APPLESS_MAIN(TestShapeRules)
#include "tst_shape_rules.moc"
