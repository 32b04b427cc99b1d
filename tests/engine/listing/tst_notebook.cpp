#include "engine/listing/detail/notebook_format.h"
#include "engine/listing/notebook.h"
#include "tests/engine/listing/a_notebook.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <nlohmann/json.hpp>

#include <iterator>
#include <random>

using namespace engine;
using listing::listingOfNotebook;
using listing::notebookOfListing;

namespace {

QJsonObject cell(const char* type, const QJsonValue& source)
{
    return {{"cell_type", type}, {"metadata", QJsonObject()}, {"source", source}};
}

std::string notebookOf(const QJsonArray& cells)
{
    return QJsonDocument(QJsonObject{{"cells", cells}, {"nbformat", 4}}).toJson().toStdString();
}

std::string messageFor(const std::string& json)
{
    const auto listing = listingOfNotebook(json, "a.ipynb");
    return listing ? std::string() : listing.error().english();
}

}  // namespace

/// Tests the conversion of notebooks to listings and back.
class TestNotebook : public QObject {
    Q_OBJECT

private slots:
    void cellsOfANotebookBecomeMarkedSections_data();
    void cellsOfANotebookBecomeMarkedSections();
    void invalidNotebooksAreRefused_data();
    void invalidNotebooksAreRefused();
    void truncatedNotebookIsRefused();
    void listingIsUnchangedAfterConversionToANotebookAndBack_data();
    void listingIsUnchangedAfterConversionToANotebookAndBack();
    void notebookOfAListingHasFormat4();
    void lineIsMappedToItsCell();
    void randomBytesGiveAListingOrAMessage();
    void formattingARandomNotebookKeepsItsValues();
};

void TestNotebook::cellsOfANotebookBecomeMarkedSections_data()
{
    QTest::addColumn<QJsonArray>("cells");
    QTest::addColumn<QString>("listing");

    const auto row = [](const char* name, const QJsonArray& cells, const char* listing) {
        QTest::newRow(name) << cells << listing;
    };
    row("no cells", {}, "");
    row("source as one string", {cell("code", "x = 1\ny = 2")}, "# %%\nx = 1\ny = 2\n");
    row("source as lines", {cell("code", QJsonArray{"x = 1\n", "y = 2"})}, "# %%\nx = 1\ny = 2\n");
    row("markdown", {cell("markdown", "# Title\n\nSome *words*"), cell("code", "1")},
        "# %% [markdown]\n# # Title\n#\n# Some *words*\n# %%\n1\n");
    row("raw cell", {cell("raw", "---")}, "# %% [raw]\n# ---\n");
    row("empty cell", {cell("code", QJsonArray())}, "# %%\n");
    row("magics", {cell("code", "%matplotlib inline\n!pip install d2l\n  %time x\nx % 2")},
        "# %%\n# %matplotlib inline\n# !pip install d2l\n#   %time x\nx % 2\n");
    row("continued line that starts with %", {cell("code", "print('%d %d'\n      % (1, 2))")},
        "# %%\nprint('%d %d'\n      % (1, 2))\n");
    row("%%time cell", {cell("code", "%%time\nx = 1")}, "# %%\n#  %%time\nx = 1\n");
    row("%%bash cell", {cell("code", "%%bash\nls -l\n\necho hi")}, "# %%\n#  %%bash\n# ls -l\n# \n# echo hi\n");
    row("markdown that starts with %%", {cell("markdown", "%% a comment")}, "# %% [markdown]\n#  %% a comment\n");
    row("CRLF line ends", {cell("code", "x = 1\r\ny = 2\r\n")}, "# %%\nx = 1\ny = 2\n");
    row("code with a cell marker", {cell("code", "x\n# %% y")}, "# %%\nx\n#  %% y\n");
    row("non-ASCII characters", {cell("code", "s = 'ü本🐍'")}, "# %%\ns = 'ü本🐍'\n");
}

void TestNotebook::cellsOfANotebookBecomeMarkedSections()
{
    QFETCH(QJsonArray, cells);
    QFETCH(QString, listing);

    const auto found = listingOfNotebook(notebookOf(cells), "a.ipynb");

    QVERIFY2(found, found ? "" : found.error().english().c_str());
    QCOMPARE(QString::fromStdString(*found), listing);
}

void TestNotebook::invalidNotebooksAreRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("why");

    const auto row = [](const char* name, const QByteArray& json, const char* why) {
        QTest::newRow(name) << json << why;
    };
    row("empty file", "", "invalid JSON in line 1");
    row("plain text", "hello", "invalid JSON in line 1");
    row("number", "3", "it has no list of cells");
    row("list", "[{}]", "it has no list of cells");
    row("other object", "{\"a\": 1}", "it has no list of cells");
    row("cells are not a list", "{\"cells\": {\"a\": 1}}", "it has no list of cells");
    row("format 3", "{\"worksheets\": [{\"cells\": []}], \"nbformat\": 3}", "notebooks of format 4 have one");
    row("cell is a string", "{\"cells\": [\"x\"]}", "one of its cells is not an object");
    row("cell is null", "{\"cells\": [null]}", "one of its cells is not an object");
    row("no source", R"({"cells": [{"cell_type": "code"}]})", "cell 1 has no source");
    row("source is an object", R"({"cells": [{"source": "x"}, {"source": {"a": "b"}}]})", "cell 2 has no source");
    row("source line is a number", R"({"cells": [{"source": ["a", 1]}]})", "cell 1 has no source");
    row("zero byte in a cell", R"({"cells": [{"cell_type": "code", "source": "a\u0000"}]})", "is not text");
    row("truncated UTF-8", "{\"cells\": [{\"source\": \"\xE6\x9C\"}]}", "invalid JSON in line 1");
    row("lone surrogate", "{\"cells\": [{\n\"source\": \"\\ud83d\"}]}", "line 2 has half of a character");
    row("unclosed deep nesting", QByteArray(300'000, '['), "invalid JSON in line 1");
    row("closed deep nesting", QByteArray(300'000, '[') + QByteArray(300'000, ']'), "it has no list of cells");
}

void TestNotebook::invalidNotebooksAreRefused()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, why);

    const QString found = QString::fromStdString(messageFor(json.toStdString()));

    QVERIFY2(found.startsWith("a.ipynb is not a Jupyter notebook: ") && found.contains(why), qPrintable(found));
}

void TestNotebook::truncatedNotebookIsRefused()
{
    std::string whole = notebookOf({cell("code", "x = 1"), cell("markdown", "words")});
    while (whole.back() == '\n')
        whole.pop_back();

    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY2(!messageFor(whole.substr(0, length)).empty(), std::to_string(length).c_str());

    QVERIFY(messageFor(whole).empty());
}

void TestNotebook::listingIsUnchangedAfterConversionToANotebookAndBack_data()
{
    QTest::addColumn<QString>("listing");

    QTest::newRow("empty listing") << "";
    QTest::newRow("one cell") << "# %%\nx = 1\n";
    QTest::newRow("code and markdown cells") << "# %%\nimport torch\n# %% [markdown]\n# # Title\n#\n# words\n# %%\nx\n";
    QTest::newRow("empty lines within") << "# %%\nx = 1\n\n\ny = 2\n";
    QTest::newRow("quotes and non-ASCII characters") << "# %%\ns = '\"\\\\\\t\"'\nt = 'ü本🐍'\n";
}

void TestNotebook::listingIsUnchangedAfterConversionToANotebookAndBack()
{
    QFETCH(QString, listing);

    const auto found = listingOfNotebook(notebookOfListing(listing.toStdString()), "a.ipynb");

    QVERIFY(found);
    QCOMPARE(QString::fromStdString(*found), listing);
}

void TestNotebook::notebookOfAListingHasFormat4()
{
    const auto json =
        QByteArray::fromStdString(notebookOfListing("x = 1\n# %% [markdown]\n# words\n# %%\n\n# %%\ny\n"));

    const QJsonObject notebook = QJsonDocument::fromJson(json).object();

    QCOMPARE(notebook["nbformat"].toInt(), 4);
    const QJsonArray cells = notebook["cells"].toArray();
    QCOMPARE(cells.size(), 3);  // without the empty cell
    QCOMPARE(cells[0].toObject()["cell_type"].toString(), QString("code"));
    QCOMPARE(cells[0].toObject()["source"].toArray(), QJsonArray{"x = 1"});
    QVERIFY(cells[0].toObject().contains("outputs") && cells[0].toObject().contains("execution_count"));
    QCOMPARE(cells[1].toObject()["cell_type"].toString(), QString("markdown"));
    QCOMPARE(cells[1].toObject()["source"].toArray(), QJsonArray{"words"});
    QVERIFY(!cells[1].toObject().contains("outputs"));
    // A listing may contain invalid UTF-8; the file is still valid JSON.
    QVERIFY(!QJsonDocument::fromJson(QByteArray::fromStdString(notebookOfListing("s = '\xE4'\n"))).isNull());
}

void TestNotebook::lineIsMappedToItsCell()
{
    const std::string listing = "import os\n# %% [markdown]\n# words\n# %%\na = 1\n# %%\nb = 1\nc = 1\n";

    QCOMPARE(engine::listing::placeInNotebook(listing, 1), std::string());
    QCOMPARE(engine::listing::placeInNotebook(listing, 3), std::string());
    QCOMPARE(engine::listing::placeInNotebook(listing, 4), std::string());
    QCOMPARE(engine::listing::placeInNotebook(listing, 5), std::string("line 1 of code cell 1"));
    QCOMPARE(engine::listing::placeInNotebook(listing, 8), std::string("line 2 of code cell 2"));
    QCOMPARE(engine::listing::placeInNotebook(listing, 9), std::string());
}

/// Random byte changes in a valid notebook give either a listing or an error message.
void TestNotebook::randomBytesGiveAListingOrAMessage()
{
    const std::string whole = notebookOf({cell("code", QJsonArray{"%%time\n", "x = 1\n"}), cell("markdown", "w")});
    std::mt19937 random(7);

    for (int round = 0; round < 3000; ++round) {
        std::string broken = whole;
        for (int change = 0; change < 1 + round % 4; ++change)
            broken[random() % broken.size()] = static_cast<char>(random() % 256);
        const auto found = listingOfNotebook(broken, "a.ipynb");
        if (!found)
            QVERIFY(found.error().code == ErrorCode::BadFile && found.error().english().ends_with("."));
        else
            QVERIFY(found->empty() || (found->starts_with("# %%") && found->ends_with("\n")));
    }
}

/// JSON fragments are inserted, removed and replaced at random. A file that is still a notebook keeps every value and
/// every cell.
void TestNotebook::formattingARandomNotebookKeepsItsValues()
{
    static constexpr const char* kBits[] = {"{",
                                            "}",
                                            "[",
                                            "]",
                                            "\"",
                                            ",",
                                            ":",
                                            "null",
                                            "1e5",
                                            "-0",
                                            "\\u0041",
                                            "\n",
                                            "{}",
                                            "[]",
                                            "\"source\":\"x\",",
                                            "\"id\":3,",
                                            "\"cells\":{\"a\":{\"source\":\"x\"}},",
                                            "\"cells\":[[{\"source\":1}]],",
                                            "123456789012345678901234567890"};
    std::mt19937 random(7);
    int notebooks = 0;
    for (int round = 0; round < 4000; ++round) {
        std::string text = tests::kNotebook;
        for (unsigned hits = 1 + random() % 2; hits > 0; --hits) {
            const std::size_t at = random() % text.size();
            const std::string bit = kBits[random() % std::size(kBits)];
            const std::size_t member = text.find(random() % 8 == 0 ? "\"cells\"" : "\"source\"", at);
            if (random() % 2 == 0 && member != text.npos)
                text.insert(member, bit);
            else
                text.replace(at, random() % 3, random() % 3 == 0 ? "" : bit);
        }

        const auto formatted = listing::formatNotebook(text);

        const auto tree = nlohmann::ordered_json::parse(text, nullptr, false);
        QCOMPARE(formatted.has_value(), !tree.is_discarded());
        if (!formatted)
            continue;
        QVERIFY(nlohmann::ordered_json::parse(formatted->text) == tree);
        QCOMPARE(listing::formatNotebook(formatted->text)->text, formatted->text);
        const auto shown = listingOfNotebook(text, "a.ipynb");
        if (!shown)
            continue;
        ++notebooks;
        const auto same = listing::notebookWithListing(text, *shown);
        QVERIFY(same);
        QCOMPARE(*same, formatted->text + "\n");
    }
    QVERIFY2(notebooks > 150, qPrintable(QString::number(notebooks)));
}

QTEST_GUILESS_MAIN(TestNotebook)
#include "tst_notebook.moc"
