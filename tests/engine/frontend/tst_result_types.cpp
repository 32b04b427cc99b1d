#include "engine/frontend/detail/result_types.h"
#include "engine/frontend/detail/strides.h"

#include <QTest>

using namespace engine;
using frontend::Promotion;
using frontend::Strides;
using ops::DataType;
using ops::Operator;
using ops::Shape;

/// Tests types of results without Python: promotion, refused combinations, and valid targets of in-place operations.
class TestResultTypes : public QObject {
    Q_OBJECT

private slots:
    void resultTypesAreThoseOfTheFramework_data();
    void resultTypesAreThoseOfTheFramework();
    void typeOfAnInPlaceResultMustFitTheTarget_data();
    void typeOfAnInPlaceResultMustFitTheTarget();
    void reshapeIsAViewUnlessNoStridesFitTheNewShape_data();
    void reshapeIsAViewUnlessNoStridesFitTheNewShape();
};

namespace {

/// Converts a letter: f, i, b denote float32, int64, bool.
DataType typeOf(QChar letter)
{
    return letter == 'f' ? DataType::Float32 : letter == 'i' ? DataType::Int64 : DataType::Bool;
}

}  // namespace

void TestResultTypes::resultTypesAreThoseOfTheFramework_data()
{
    QTest::addColumn<int>("rules");
    QTest::addColumn<int>("op");
    QTest::addColumn<QString>("inputs");  ///< type letters; after a comma the letter of the scalar
    QTest::addColumn<QString>("answer");  ///< a type letter or a part of the error message
    const auto row = [](Promotion rules, Operator op, const char* inputs, const char* answer) {
        QTest::addRow("%d %s %s", int(rules), std::string(ops::nameOf(op)).c_str(), inputs)
            << int(rules) << int(op) << inputs << answer;
    };
    for (const Promotion rules : {Promotion::Torch, Promotion::MXNetNp}) {
        row(rules, Operator::Add, "if", "f");
        row(rules, Operator::Multiply, "bi", "i");
        row(rules, Operator::MultiplyScalar, "i,f", "f");
        row(rules, Operator::MultiplyScalar, "i,b", "i");
        row(rules, Operator::Divide, "ii", "f");
        row(rules, Operator::Less, "ff", "b");
        row(rules, Operator::ArgMax, "f", "i");
        row(rules, Operator::Sum, "b", "i");
        row(rules, Operator::Max, "b", "b");
        row(rules, Operator::Pick, "fi", "f");
        row(rules, Operator::Subtract, "bb", "two bool tensors");
        row(rules, Operator::MatMul, "bb", "of bool is not supported");
        row(rules, Operator::FullyConnected, "iff", "takes float32");
    }
    row(Promotion::Torch, Operator::MatMul, "fi", "m1 and m2 to have the same dtype, but got: float32 != int64");
    row(Promotion::Torch, Operator::MatMul, "ii", "i");
    row(Promotion::MXNetNp, Operator::MatMul, "fi", "f");
    row(Promotion::Torch, Operator::Norm, "i", "linalg.vector_norm");
    row(Promotion::MXNetNp, Operator::Norm, "i", "f");
    row(Promotion::Torch, Operator::Mean, "i", "could not infer output dtype");
    row(Promotion::MXNetNp, Operator::Mean, "i", "f");
    row(Promotion::Torch, Operator::Subtract, "ib", "with a bool tensor");
    row(Promotion::MXNetNp, Operator::Subtract, "ib", "i");
    row(Promotion::MXNetNd, Operator::Less, "ff", "f");
    row(Promotion::MXNetNd, Operator::Less, "ii", "i");
    row(Promotion::MXNetNd, Operator::ArgMax, "i", "f");
    row(Promotion::MXNetNd, Operator::Add, "if", "arrays of one type");
    row(Promotion::MXNetNd, Operator::MultiplyScalar, "i,f", "would be cut to whole numbers");
    row(Promotion::MXNetNd, Operator::Pick, "fi", "f");
    row(Promotion::MXNetNd, Operator::Gather, "if", "i");
    row(Promotion::Torch, Operator::Gather, "bi", "b");
}

void TestResultTypes::resultTypesAreThoseOfTheFramework()
{
    QFETCH(int, rules);
    QFETCH(int, op);
    QFETCH(QString, inputs);
    QFETCH(QString, answer);
    const QStringList halves = inputs.split(',');
    std::vector<DataType> types;
    for (const QChar letter : halves[0])
        types.push_back(typeOf(letter));
    frontend::TypeQuestion question{static_cast<Operator>(op), types, {}, 2, false, "f"};
    if (halves.size() > 1)
        question.scalar = typeOf(halves[1][0]);

    const auto type = frontend::resultType(question, static_cast<Promotion>(rules));

    if (answer.size() > 1) {
        QVERIFY(!type);
        QVERIFY2(QString::fromStdString(type.error().english()).contains(answer), type.error().english().c_str());
        return;
    }
    QVERIFY2(type, type ? "" : type.error().english().c_str());
    QCOMPARE(int(type->type), int(typeOf(answer[0])));
    QCOMPARE(int(type->op), op);
}

void TestResultTypes::typeOfAnInPlaceResultMustFitTheTarget_data()
{
    QTest::addColumn<QString>("types");  ///< letter of the target, letter of the result
    QTest::addColumn<bool>("isAllowed");
    for (const auto& [types, isAllowed] :
         {std::pair{"ff", true}, std::pair{"fi", true}, std::pair{"fb", true}, std::pair{"if", false},
          std::pair{"ib", true}, std::pair{"bi", false}, std::pair{"bf", false}})
        QTest::newRow(types) << types << isAllowed;
}

void TestResultTypes::typeOfAnInPlaceResultMustFitTheTarget()
{
    QFETCH(QString, types);
    QFETCH(bool, isAllowed);
    for (const Promotion rules : {Promotion::Torch, Promotion::MXNetNp, Promotion::MXNetNd}) {
        const Status status = frontend::checkResultType(typeOf(types[0]), typeOf(types[1]), "add_", rules);
        QCOMPARE(bool(status), isAllowed);
        if (!status)
            QVERIFY(status.error().english().find("cast") != std::string::npos);
    }
}

void TestResultTypes::reshapeIsAViewUnlessNoStridesFitTheNewShape_data()
{
    QTest::addColumn<QList<int>>("from");
    QTest::addColumn<QList<int>>("strides");
    QTest::addColumn<QList<int>>("to");
    QTest::addColumn<QList<int>>("result");  ///< empty if a copy is needed
    const auto row = [](const char* name, QList<int> from, QList<int> strides, QList<int> to, QList<int> result) {
        QTest::newRow(name) << from << strides << to << result;
    };
    row("contiguous", {2, 3}, {3, 1}, {6}, {1});
    row("split", {6}, {1}, {2, 3}, {3, 1});
    row("transposed", {3, 2}, {1, 3}, {6}, {});
    row("transposed with an extra axis", {3, 2}, {1, 3}, {3, 1, 2}, {1, 2, 3});
    row("transposed with a split axis", {4, 2}, {1, 4}, {2, 2, 2}, {2, 1, 4});
    row("columns", {2, 2}, {3, 1}, {4}, {});
    row("single column", {4, 1}, {3, 1}, {2, 2}, {6, 3});
    row("across two axes", {4, 3}, {5, 1}, {2, 6}, {});
    row("no elements", {0, 3}, {1, 7}, {3, 0}, {1, 1});
    row("different number of elements", {4}, {1}, {5}, {});
}

void TestResultTypes::reshapeIsAViewUnlessNoStridesFitTheNewShape()
{
    QFETCH(QList<int>, from);
    QFETCH(QList<int>, strides);
    QFETCH(QList<int>, to);
    QFETCH(QList<int>, result);
    const auto shapeOf = [](const QList<int>& sizes) {
        const std::vector<std::int64_t> extents(sizes.begin(), sizes.end());
        return Shape(std::span<const std::int64_t>(extents));
    };
    Strides given{};
    std::ranges::copy(strides, given.begin());

    const auto shown = frontend::stridesAs(shapeOf(from), given, shapeOf(to));

    QCOMPARE(shown.has_value(), !result.isEmpty());
    if (shown)
        for (int axis = 0; axis < to.size(); ++axis)
            QCOMPARE((*shown)[static_cast<std::size_t>(axis)], std::int64_t{result[axis]});
}

QTEST_GUILESS_MAIN(TestResultTypes)
#include "tst_result_types.moc"
