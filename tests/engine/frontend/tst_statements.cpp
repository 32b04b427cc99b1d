#include "engine/frontend/detail/statements.h"
#include "engine/trace/recorder.h"
#include "tests/engine/frontend/quiet_platform.h"

#include <QTest>

using namespace engine;

/// Tests the records of the program's statements: their times, and the labels of their operations.
class TestStatements : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void statementEndsWhenTheNextStarts();
    void statementIsRecordedOnceIfItEndsTwice();
    void numberOfRecordedStatementsIsLimited();
    void singleResultIsLabelledWithTheStatement();
    void resultsInAListAreLabelledAsElementsOfTheList();
    void resultsWithoutAVariableAreLabelledAsElementsOfY();
    void intermediateResultsOfAnExpressionHaveNoNames();
    void resultsWithoutAVariableAreNotLabelledIfTheListingAssignsY();
    void iterationReusesTheLabelsOfThePreviousIteration();
    void manyOperationsAreAllLabelled();
    void bindingAnUnknownOperationIsIgnored();

private:
    void make(std::vector<frontend::StatementText> texts)
    {
        m_statements = std::make_unique<frontend::Statements>(m_platform, *m_recorder, std::move(texts));
    }
    trace::TracePtr trace()
    {
        m_recorder->finish();
        return m_recorder->snapshot();
    }
    /// "label: text" of each label that the platform received, in order.
    QStringList names()
    {
        QStringList list;
        for (const auto& [op, label, text] : m_platform.labels)
            list << QString::fromStdString(m_statements->texts().of(label) + ": " + m_statements->texts().of(text));
        return list;
    }

    QuietPlatform m_platform;
    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<frontend::Statements> m_statements;
    int m_kind = 0;
    int m_otherKind = 0;
};

void TestStatements::init()
{
    m_platform = QuietPlatform();
    m_recorder = std::make_unique<trace::Recorder>();
}

void TestStatements::cleanup()
{
    m_statements.reset();
    m_recorder.reset();
}

void TestStatements::statementEndsWhenTheNextStarts()
{
    make({{1, "a", "", true}, {5, "b", "", true}});

    m_statements->begin(0);
    m_platform.clock = Nanoseconds{10};
    m_statements->begin(1);
    QCOMPARE(m_statements->line(), 5);
    m_platform.clock = Nanoseconds{30};
    m_statements->end();

    const auto recorded = trace();
    const auto& lines = recorded->programPart().lines;
    QCOMPARE(lines.size(), std::size_t{2});
    QCOMPARE(lines[0].line, 1);
    QCOMPARE(lines[0].end, Nanoseconds{10});
    QCOMPARE(lines[1].begin, Nanoseconds{10});
    QCOMPARE(lines[1].end, Nanoseconds{30});
}

void TestStatements::statementIsRecordedOnceIfItEndsTwice()
{
    make({{1, "a", "", true}});

    m_statements->end();  // has no effect, since no statement has started
    m_statements->begin(0);
    m_statements->end();
    m_statements->end();

    QCOMPARE(trace()->programPart().lines.size(), std::size_t{1});
}

void TestStatements::numberOfRecordedStatementsIsLimited()
{
    make({{3, "x += 1", "", true}});

    for (int i = 0; i < 200'100; ++i)
        m_statements->begin(0);
    m_statements->end();

    const auto recorded = trace();
    QCOMPARE(recorded->programPart().lines.size(), std::size_t{200'000});
    QCOMPARE(recorded->notes().size(), std::size_t{1});
    QCOMPARE(recorded->notes().front().line, 3);
}

void TestStatements::singleResultIsLabelledWithTheStatement()
{
    make({{1, "y = x.mm(x)", "y", true}, {2, "z = [f(", "z", false}});

    m_statements->begin(0);
    m_statements->issued(OpId{0}, m_statements->texts().intern("x.mm(x)"), &m_kind, {});
    m_statements->bind(OpId{0}, "y", -1);
    m_statements->begin(1);  // the statement's text is truncated, so the expression is used
    m_statements->issued(OpId{1}, m_statements->texts().intern("y + 1"), &m_kind, {});
    m_statements->bind(OpId{1}, "z", -1);
    m_statements->end();

    QCOMPARE(names(), QStringList({"y: y = x.mm(x)", "z: z = y + 1"}));
}

void TestStatements::resultsInAListAreLabelledAsElementsOfTheList()
{
    make({{1, "y = [x.mm(x) for i in range(3)]", "y", true}});

    m_statements->begin(0);
    for (std::uint32_t i = 0; i < 3; ++i)
        m_statements->issued(OpId{i}, m_statements->texts().intern("x.mm(x)"), &m_kind, {});
    for (std::uint32_t i = 0; i < 3; ++i)
        m_statements->bind(OpId{2 - i}, "y", 2 - i);
    m_statements->end();

    QCOMPARE(names(), QStringList({"y[0]: y[0] = x.mm(x)", "y[1]: y[1] = x.mm(x)", "y[2]: y[2] = x.mm(x)"}));
}

void TestStatements::resultsWithoutAVariableAreLabelledAsElementsOfY()
{
    make({{1, "run(x)", "", true}});

    m_statements->begin(0);
    m_statements->issued(OpId{0}, m_statements->texts().intern("x.mm(x)"), &m_kind, {});
    m_statements->issued(OpId{1}, m_statements->texts().intern("x.mm(x)"), &m_kind, {});
    m_statements->end();

    QCOMPARE(names(), QStringList({"y[0]: y[0] = x.mm(x)", "y[1]: y[1] = x.mm(x)"}));
}

void TestStatements::intermediateResultsOfAnExpressionHaveNoNames()
{
    make({{1, "z = run(x) + 1", "z", true}});

    m_statements->begin(0);
    m_statements->issued(OpId{0}, m_statements->texts().intern("x.mm(x)"), &m_kind, {});
    m_statements->issued(OpId{1}, m_statements->texts().intern("x.mm(x)"), &m_kind, {});
    m_statements->issued(OpId{2}, m_statements->texts().intern("_ + 1"), &m_otherKind, {});
    m_statements->bind(OpId{2}, "z", -1);
    m_statements->end();

    QCOMPARE(names(), QStringList({": x.mm(x)", ": x.mm(x)", "z: z = _ + 1"}));
}

void TestStatements::resultsWithoutAVariableAreNotLabelledIfTheListingAssignsY()
{
    make({{1, "y = x + 1", "y", true}, {2, "run(x)", "", true}});

    m_statements->begin(1);
    m_statements->issued(OpId{0}, m_statements->texts().intern("x.mm(x)"), &m_kind, {});
    m_statements->issued(OpId{1}, m_statements->texts().intern("x.mm(x)"), &m_kind, {});
    m_statements->end();

    QCOMPARE(names(), QStringList({": x.mm(x)", ": x.mm(x)"}));
}

void TestStatements::iterationReusesTheLabelsOfThePreviousIteration()
{
    make({{2, "y = x + 1", "y", true}});

    for (std::uint32_t round = 0; round < 3; ++round) {
        m_statements->begin(0);
        QCOMPARE(m_statements->expected().label.isValid(), round > 0);
        m_statements->issued(OpId{round}, m_statements->texts().intern("x + 1"), &m_kind,
                             m_statements->expected().text);
        m_statements->bind(OpId{round}, "y", -1);
    }
    m_statements->end();

    QCOMPARE(names(), QStringList({"y: y = x + 1"}));  // the label of the first round; later rounds expected it
}

void TestStatements::manyOperationsAreAllLabelled()
{
    make({{1, "f(x)", "", true}});
    constexpr std::uint32_t kMany = 20'000;

    m_statements->begin(0);
    const NameId expression = m_statements->texts().intern("x + 1");
    for (std::uint32_t i = 0; i < kMany; ++i)
        m_statements->issued(OpId{i}, expression, &m_kind, {});
    m_statements->end();

    QCOMPARE(m_platform.labels.size(), std::size_t{kMany});
    for (std::uint32_t i = 0; i < kMany; ++i)
        QVERIFY(std::get<0>(m_platform.labels[i]) == OpId{i});
}

void TestStatements::bindingAnUnknownOperationIsIgnored()
{
    make({{1, "y = x", "y", true}});

    m_statements->begin(0);
    const NameId label = m_statements->bind(OpId{77}, "y", -1);
    m_statements->bind(OpId{77}, "y", 1'000'000);
    m_statements->end();

    QCOMPARE(m_statements->texts().of(label), std::string("y"));
    QVERIFY(m_platform.labels.empty());
}

QTEST_GUILESS_MAIN(TestStatements)
#include "tst_statements.moc"
