#include "engine/trace/column.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

using engine::trace::Column;

class TestColumn : public QObject {
    Q_OBJECT

private slots:
    void changesOfAColumnDoNotAffectItsCopies();
    void columnAndCopyShareChunksAfterAppending();
    void chunkIsCopiedAtTheFirstChangeOfASharedEntry();
    void insertingIntoAColumnDoesNotChangeItsCopies();
    void iteratorsSupportSearchAndDistance();
};

/// Random appends, changes, insertions and truncations: each copy must keep the contents that it had at its creation.
void TestColumn::changesOfAColumnDoNotAffectItsCopies()
{
    for (unsigned seed = 0; seed < 30; ++seed) {
        std::mt19937 random(seed);
        Column<std::string, 8> column;
        std::vector<std::string> model;
        std::vector<std::pair<Column<std::string, 8>, std::vector<std::string>>> copies;
        for (int step = 0; step < 400; ++step) {
            const std::string text = "entry number " + std::to_string(step);
            switch (random() % 8) {
                case 0:
                    if (!model.empty()) {
                        const std::size_t at = random() % model.size();
                        column.writable(at) = model[at] = text;
                    }
                    break;
                case 1: {
                    const std::size_t at = random() % (model.size() + 1);
                    column.insert(at, text);
                    model.insert(model.begin() + static_cast<std::ptrdiff_t>(at), text);
                    break;
                }
                case 2:
                    if (random() % 4 == 0) {
                        const std::size_t size = random() % (model.size() + 1);
                        column.truncate(size);
                        model.resize(size);
                    }
                    break;
                case 3:
                    copies.emplace_back(column.share(), model);
                    break;
                default:
                    column.push_back(text);
                    model.push_back(text);
            }
        }
        copies.emplace_back(column.share(), model);
        for (const auto& [copy, expected] : copies) {
            QCOMPARE(copy.size(), expected.size());
            QVERIFY(std::equal(copy.begin(), copy.end(), expected.begin()));
        }
    }
}

void TestColumn::insertingIntoAColumnDoesNotChangeItsCopies()
{
    Column<int, 8> column;
    for (const int i : {10, 20, 40})
        column.push_back(i);
    const Column<int, 8> copy = column.share();
    column.insert(2, 30);

    QCOMPARE(std::vector<int>(column.begin(), column.end()), (std::vector<int>{10, 20, 30, 40}));
    QCOMPARE(std::vector<int>(copy.begin(), copy.end()), (std::vector<int>{10, 20, 40}));
}

void TestColumn::columnAndCopyShareChunksAfterAppending()
{
    Column<int, 8> column;
    for (int i = 0; i < 20; ++i)
        column.push_back(i);
    const Column<int, 8> copy = column.share();
    for (int i = 20; i < 24; ++i)
        column.push_back(i);

    for (std::size_t i = 0; i < 20; ++i)
        QCOMPARE(&copy[i], &column[i]);
}

void TestColumn::chunkIsCopiedAtTheFirstChangeOfASharedEntry()
{
    Column<int, 8> column;
    for (int i = 0; i < 20; ++i)
        column.push_back(i);
    const Column<int, 8> copy = column.share();

    column.writable(9) = -1;
    const int* own = &column[9];
    column.writable(10) = -2;

    QCOMPARE(&column[9], own);
    QCOMPARE(copy[9], 9);
    QCOMPARE(copy[10], 10);
    QCOMPARE(&copy[0], &column[0]);
    QVERIFY(&copy[8] != &column[8]);
    QCOMPARE(column[8], 8);
}

void TestColumn::iteratorsSupportSearchAndDistance()
{
    Column<int, 8> column;
    for (int i = 0; i < 100; ++i)
        column.push_back(i * 2);

    QCOMPARE(std::lower_bound(column.begin(), column.end(), 51) - column.begin(), std::ptrdiff_t{26});
    QCOMPARE(column.end() - column.begin(), std::ptrdiff_t{100});
    QCOMPARE(*(column.begin() + 10), 20);
    QCOMPARE(column.front(), 0);
    QCOMPARE(column.back(), 198);
}

QTEST_APPLESS_MAIN(TestColumn)
#include "tst_column.moc"
