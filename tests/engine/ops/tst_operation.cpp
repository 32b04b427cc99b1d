#include "engine/ops/operation.h"

#include <QtTest>

using namespace engine;
using ops::Operation;
using ops::Operator;
using tensor::Shape;

class TestOperation : public QObject {
    Q_OBJECT

private slots:
    void costs_data();
    void costs();
    void aProductFillsAGpuByItsTiles();
    void namesAreThoseOfTheOperators();
    void kindsFollowTheMeaning();
};

void TestOperation::costs_data()
{
    QTest::addColumn<Operation>("operation");
    QTest::addColumn<double>("flops");
    QTest::addColumn<qint64>("read");
    QTest::addColumn<qint64>("written");

    const Shape big{2000, 2000};
    QTest::newRow("W2's product is 16 GFLOP")
        << Operation{Operator::MatMul, {big, big}, big} << 1.6e10 << qint64{32000000} << qint64{16000000};
    QTest::newRow("W4's step is 4 MFLOP and moves 32 MB")
        << Operation{Operator::AddScalar, {big}, big} << 4e6 << qint64{16000000} << qint64{16000000};
    QTest::newRow("W2's sum counts the elements it reads")
        << Operation{Operator::Sum, {big}, Shape{}} << 4e6 << qint64{16000000} << qint64{4};
    QTest::newRow("W1's product of (1, 2) arrays is 2 FLOP")
        << Operation{Operator::Multiply, {{1, 2}, {1, 2}}, {1, 2}} << 2.0 << qint64{16} << qint64{8};
    QTest::newRow("a norm multiplies and adds")
        << Operation{Operator::Norm, {{10}}, Shape{}} << 20.0 << qint64{40} << qint64{4};
    QTest::newRow("filling computes nothing")
        << Operation{Operator::Fill, {}, {3, 4}} << 0.0 << qint64{0} << qint64{48};
    QTest::newRow("a product with a vector")
        << Operation{Operator::MatMul, {{3, 4}, {4}}, {3}} << 24.0 << qint64{64} << qint64{12};
    QTest::newRow("nothing costs nothing") << Operation{} << 0.0 << qint64{0} << qint64{0};
    QTest::newRow("an empty tensor") << Operation{Operator::Exp, {{0, 5}}, {0, 5}} << 0.0 << qint64{0} << qint64{0};
}

void TestOperation::costs()
{
    QFETCH(Operation, operation);
    QFETCH(double, flops);
    QFETCH(qint64, read);
    QFETCH(qint64, written);

    const ops::Cost cost = ops::costOf(operation);

    QCOMPARE(cost.flops, flops);
    QCOMPARE(cost.read.value, read);
    QCOMPARE(cost.written.value, written);
}

void TestOperation::aProductFillsAGpuByItsTiles()
{
    const Shape side{4000, 4000};

    QCOMPARE(ops::costOf({Operator::MatMul, {side, side}, side}).blocks, std::int64_t{32 * 32});
    QCOMPARE(ops::costOf({Operator::MatMul, {{1, 2}, {2, 1}}, {1, 1}}).blocks, std::int64_t{1});
    QCOMPARE(ops::costOf({Operator::Exp, {{128, 128}}, {128, 128}}).blocks, std::int64_t{1});
    QCOMPARE(ops::costOf({Operator::Sum, {{128, 129}}, Shape{}}).blocks, std::int64_t{2});
}

void TestOperation::namesAreThoseOfTheOperators()
{
    QCOMPARE(ops::nameOf(Operator::Fill), std::string_view("Fill"));
    QCOMPARE(ops::nameOf(Operator::MatMul), std::string_view("MatMul"));
    QCOMPARE(ops::nameOf(Operator::PowerScalar), std::string_view("PowerScalar"));
    QCOMPARE(ops::nameOf(Operator::ArgMax), std::string_view("ArgMax"));
    QCOMPARE(ops::nameOf(Operator::Marker), std::string_view("Marker"));
}

void TestOperation::kindsFollowTheMeaning()
{
    QCOMPARE(ops::kindOf(Operator::MatMul), trace::Kind::Compute);
    QCOMPARE(ops::kindOf(Operator::RandomUniform), trace::Kind::Compute);
    QCOMPARE(ops::kindOf(Operator::AddScalar), trace::Kind::Elementwise);
    QCOMPARE(ops::kindOf(Operator::Marker), trace::Kind::Host);
}

QTEST_APPLESS_MAIN(TestOperation)
#include "tst_operation.moc"
