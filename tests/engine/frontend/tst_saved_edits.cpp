#include "engine/frontend/detail/program_file.h"
#include "engine/frontend/runner.h"
#include "engine/listing/notebook.h"
#include "tests/engine/listing/a_notebook.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace engine;
using frontend::Dialect;
using frontend::Runner;

namespace {

QByteArray notebook()
{
    return tests::kNotebook;
}

}  // namespace

/// Tests saving a notebook or script that was opened: unedited files stay unchanged, and edited notebooks are formatted
/// as by nbformat.
class TestSavedEdits : public QObject {
    Q_OBJECT

private slots:
    void uneditedFilesAreUnchanged_data();
    void uneditedFilesAreUnchanged();
    void editChangesOnlyTheSourceOfItsCell_data();
    void editChangesOnlyTheSourceOfItsCell();
    void removingACellChangesNothingElse();
    void addingACellChangesNothingElse();
    void movedCellKeepsItsOutputs();
    void lastCellCanBeRemoved();
    void uneditedNotebooksOfJupyterAreWrittenUnchanged_data();
    void uneditedNotebooksOfJupyterAreWrittenUnchanged();
    void editedIpythonCommandsAreSavedAsCommands();
    void unusualFormattingIsNormalisedAtTheFirstEdit_data();
    void unusualFormattingIsNormalisedAtTheFirstEdit();
    void editedScriptKeepsItsLineEndingsAndByteOrderMark_data();
    void editedScriptKeepsItsLineEndingsAndByteOrderMark();
    void notebookSavedAsScriptGetsNoImports();
    void randomEditsDoNotChangeMetadataOrRepeatCellIds();

private:
    struct Opened {
        std::string listing;
        std::shared_ptr<const frontend::OpenedFile> file;
    };
    Opened open(const QByteArray& bytes, const char* name)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            return {};
        file.close();
        const auto program = frontend::readProgramFile(file.fileName().toStdString());
        if (!program)
            return {program.error().english(), nullptr};
        std::string listing = program->sources.begin()->second;
        while (listing.ends_with('\n'))
            listing.pop_back();
        return {listing + "\n", program->file};
    }
    QByteArray saved(const std::string& listing, const Opened& opened, const char* name)
    {
        const QString path = m_folder.filePath(name);
        const auto done = Runner::save(listing, Dialect::Torch, path.toStdString(), opened.file.get());
        if (!done)
            return QByteArray::fromStdString(done.error().english());
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static std::string replaced(std::string text, const std::string& what, const std::string& with)
    {
        const std::size_t at = text.find(what);
        return at == std::string::npos ? std::string("not there: " + what) : text.replace(at, what.size(), with);
    }

    QTemporaryDir m_folder;
};

void TestSavedEdits::uneditedFilesAreUnchanged_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("name");

    const auto row = [](const char* name, const QByteArray& bytes, const char* file) {
        QTest::newRow(name) << bytes << QByteArray(file);
    };
    row("notebook", notebook(), "a.ipynb");
    row("notebook with a byte order mark", "\xEF\xBB\xBF" + notebook(), "a.ipynb");
    row("notebook without a final line end", notebook().trimmed(), "a.ipynb");
    row("CRLF line ends", notebook().replace("\n", "\r\n"), "a.IPYNB");
    row("on one line", QJsonDocument::fromJson(notebook()).toJson(QJsonDocument::Compact), "a.ipynb");
    row("large outputs", notebook().replace("iVBORw0KGgo=", QByteArray(20 << 20, 'A')), "a.ipynb");
    row("no cells", R"({"cells": [ ], "nbformat": 4})", "a.ipynb");
    row("older minor format",
        R"({"nbformat":4,"nbformat_minor":0,"metadata":{},"cells":[{"cell_type":"code","source":"!ls"}]})", "a.ipynb");
    row("CRLF within a source", R"({"cells": [{"cell_type": "code", "source": ["a\r\n", "b\r\n"]}]})", "a.ipynb");
    row("script", "#!/usr/bin/env python3\r\n\r\nx = 1\r\ny = 2\r\n\r\n\r\n", "a.py");
    row("mixed line ends", "x = 1\r\ny = 2\nz\r\n", "a.py");
    row("script without a final line end", "x = 1\ny = 2", "a.py");
    row("script with a byte order mark", "\xEF\xBB\xBFx = 1\r\n", "a.py");
    row("empty script", "", "a.py");
    row("carriage return within a line", "x = 1\rz\n", "a.py");
}

void TestSavedEdits::uneditedFilesAreUnchanged()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, name);

    const Opened opened = open(bytes, name);

    QVERIFY2(opened.file, opened.listing.c_str());
    QVERIFY(saved(opened.listing, opened, name) == bytes);
}

void TestSavedEdits::editChangesOnlyTheSourceOfItsCell_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("with");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("newBytes");

    const auto row = [](const char* name, const char* what, const char* with, const char* bytes, const char* now) {
        QTest::newRow(name) << QByteArray(what) << QByteArray(with) << QByteArray(bytes) << QByteArray(now);
    };
    row("changed line", "import torch", "import torch as t", "\"import torch\\n\"", "\"import torch as t\\n\"");
    row("added line", "import torch\n", "import torch\nimport os\n", "    \"import torch\\n\",\n",
        "    \"import torch\\n\",\n    \"import os\\n\",\n");
    row("removed line", "# !a comment\n", "", "    \"# !a comment\\n\",\n", "");
    row("changed magic", "# !pip install d2l", "# !pip install d2l==1.0", "!pip install d2l", "!pip install d2l==1.0");
    row("comment that looks like a magic", "# !a comment", "# !another", "# !a comment", "# !another");
    row("%%time cell", "y = 1.0E-7", "y = 2", "y = 1.0E-7", "y = 2");
    row("changed cell magic", "#  %%time", "#  %%timeit -n 3", "%%time\\n", "%%timeit -n 3\\n");
    row("removed cell magic", "#  %%time\n", "", "    \"%%time\\n\",\n", "");
    row("%%bash cell", "# ls -l", "# ls\n# echo", "\"ls -l\"", "\"ls\\n\",\n    \"echo\"");
    row("markdown cell", "# # Title", "# ## Title", "\"# Title\\n\"", "\"## Title\\n\"");
    row("raw cell", "# layout: post", "# layout: page", "layout: post", "layout: page");
    row("empty cell", "# %%\n# %%\n#  %%bash", "# %%\nz = 1\n# %%\n#  %%bash", "\"source\": []",
        "\"source\": [\n    \"z = 1\"\n   ]");
    row("whole cell", "y = 1.0E-7", "z()\nw()", "\"y = 1.0E-7\\n\"", "\"z()\\n\",\n    \"w()\\n\"");
}

void TestSavedEdits::editChangesOnlyTheSourceOfItsCell()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, with);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, newBytes);
    const Opened opened = open(notebook(), "a.ipynb");

    const QByteArray found = saved(replaced(opened.listing, what.toStdString(), with.toStdString()), opened, "a.ipynb");

    QCOMPARE(found, QByteArray::fromStdString(
                        replaced(notebook().toStdString(), bytes.toStdString(), newBytes.toStdString())));
}

void TestSavedEdits::removingACellChangesNothingElse()
{
    const Opened opened = open(notebook(), "a.ipynb");
    const QByteArray all = notebook();
    const qsizetype begin = all.indexOf("  {\n   \"cell_type\": \"raw\"");
    const qsizetype end = all.indexOf("  {\n   \"cell_type\": \"code\",\n   \"execution_count\": 7");

    const QByteArray found =
        saved(replaced(opened.listing, "# %% [raw]\n# ---\n# layout: post\n# ---\n", ""), opened, "a.ipynb");

    QCOMPARE(found, all.left(begin) + all.mid(end));
}

void TestSavedEdits::addingACellChangesNothingElse()
{
    const Opened opened = open(notebook(), "a.ipynb");

    const QByteArray found =
        saved(replaced(opened.listing, "# %% [raw]\n", "# %% A title\n# !no command\nz = 'ü'\n\n# %% [raw]\n"), opened,
              "a.ipynb");

    const qsizetype begin = found.indexOf("  {\n   \"cell_type\": \"code\",\n   \"execution_count\": null");
    const qsizetype end = found.indexOf("  {\n   \"cell_type\": \"raw\"");
    QVERIFY2(begin > 0 && end > begin, found);
    QCOMPARE(found.left(begin) + found.mid(end), notebook());
    const QJsonObject cell = QJsonDocument::fromJson(found).object()["cells"][1].toObject();
    QCOMPARE(cell["source"].toArray(), (QJsonArray{"# A title\n", "# !no command\n", "z = 'ü'"}));
    QVERIFY(cell["outputs"].isArray() && cell["metadata"].isObject());
    QCOMPARE(cell["id"].toString().size(), 8);
}

void TestSavedEdits::movedCellKeepsItsOutputs()
{
    const Opened opened = open(notebook(), "a.ipynb");
    const std::string cell = "# %%\n#  %%time\ny = 1.0E-7\n\n\n";

    const QByteArray found =
        saved(replaced(replaced(opened.listing, cell, ""), "# %% [markdown]\n", cell + "# %% [markdown]\n"), opened,
              "a.ipynb");

    const QJsonArray cells = QJsonDocument::fromJson(found).object()["cells"].toArray();
    QCOMPARE(cells.size(), 6);
    QCOMPARE(cells[0]["id"].toString(), QStringLiteral("5e6f"));
    QCOMPARE(cells[0]["outputs"].toArray().size(), 1);
    QCOMPARE(cells[1]["id"].toString(), QStringLiteral("0a1b"));
    QCOMPARE(found.size(), notebook().size());
}

void TestSavedEdits::lastCellCanBeRemoved()
{
    const Opened opened = open(R"({"cells": [{"cell_type": "code", "source": "x"}], "mine": 1})", "b.ipynb");

    QCOMPARE(saved("\n", opened, "b.ipynb"), QByteArray("{\n \"cells\": [],\n \"mine\": 1\n}\n"));
    const Opened none = open(R"({"cells": [], "mine": 1})", "b.ipynb");
    const QByteArray one = saved("# %%\nx\n", none, "b.ipynb");
    QCOMPARE(QJsonDocument::fromJson(one).object()["cells"].toArray().size(), 1);
    QCOMPARE(QJsonDocument::fromJson(one).object()["mine"].toInt(), 1);
}

void TestSavedEdits::uneditedNotebooksOfJupyterAreWrittenUnchanged_data()
{
    QTest::addColumn<QByteArray>("json");

    const auto withOutput = [](const char* value) {
        return "{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"outputs\": [\n    " + QByteArray(value) +
               "\n   ],\n   \"source\": \"y\"\n  }\n ],\n \"nbformat\": 4\n}\n";
    };
    QTest::newRow("all types of cells") << notebook();
    QTest::newRow("no cells") << QByteArray("{\n \"cells\": [],\n \"metadata\": {},\n \"nbformat\": 4\n}\n");
    for (const char* number : {"0.1", "1e-07", "1e+16", "1234567890123456.0", "1E40", "3.14000", "-0.0", "5e-324",
                               "9007199254740993", "18446744073709551616", "-123456789012345678901234567890"})
        QTest::newRow(number) << withOutput(number);
    QTest::newRow("unescaped special characters") << withOutput("\"\u2028\u00a0\x7f/<\ufeff🐍\"");
    QTest::newRow("control characters") << withOutput("\"\\u0000\\u001b\\b\\f\\r\\t\\\"\\\\\"");
    QTest::newRow("duplicate keys") << withOutput("{\n     \"a\": 1,\n     \"a\": 2\n    }");
    QTest::newRow("cell type is not a string")
        << notebook().replace("\"cell_type\": \"code\",\n   \"execution_count\": 8", "\"cell_type\": 8");
    QTest::newRow("deep brackets") << withOutput("[\n     [\n      {\n       \"a\": []\n      }\n     ]\n    ]");
}

void TestSavedEdits::uneditedNotebooksOfJupyterAreWrittenUnchanged()
{
    QFETCH(QByteArray, json);
    const auto listing = listing::listingOfNotebook(json.toStdString(), "a.ipynb");
    QVERIFY(listing);

    const auto found = listing::notebookWithListing(json.toStdString(), *listing);

    QVERIFY(found);
    QCOMPARE(QByteArray::fromStdString(*found), json);
}

void TestSavedEdits::unusualFormattingIsNormalisedAtTheFirstEdit_data()
{
    QTest::addColumn<QByteArray>("bytes");

    QTest::newRow("on one line") << QByteArray(R"({"cells":[{"cell_type":"code","source":["x\n","y"]}]})");
    QTest::newRow("tabs") << QByteArray(
        "{\r\n\t\"cells\": [\r\n\t\t{\r\n\t\t\t\"source\": [\r\n\t\t\t\t\"y\"\r\n"
        "\t\t\t]\r\n\t\t}\r\n\t]\r\n}");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{\"cells\":[{\"source\":\"y\"}]}");
    QTest::newRow("repeated keys") << QByteArray(
        R"({"cells":{"a":{"source":1}},"cells":[{"source":"x","source":"y"}]})");
    QTest::newRow("carriage returns in a source") << QByteArray(R"({"cells":[{"source":"a\r\ny\r\n"}]})");
    QTest::newRow("ASCII escapes") << QByteArray(R"({"cells":[{"source":"y","a":"\u00fc\ud83d\udc0d\/"}]})");
    QTest::newRow("odd numbers") << QByteArray(
        R"({"cells":[{"source":"y","a":[1E40,3.14000,-0,1e2,99999999999999999999]}]})");
}

/// The file contains the edit, all other values are unchanged, and a second edit changes only the source of its cell.
void TestSavedEdits::unusualFormattingIsNormalisedAtTheFirstEdit()
{
    QFETCH(QByteArray, bytes);
    const Opened opened = open(bytes, "c.ipynb");

    const QByteArray edited = saved(replaced(opened.listing, "y", "z"), opened, "c.ipynb");

    const Opened again = open(edited, "c.ipynb");
    QVERIFY2(again.file, edited);
    QCOMPARE(again.listing, replaced(opened.listing, "y", "z"));
    const QByteArray twice = saved(replaced(again.listing, "z", "w"), again, "c.ipynb");
    QCOMPARE(twice, QByteArray(edited).replace("\"z", "\"w"));
    const auto withoutSources = [](const QByteArray& json) {
        QJsonObject root = QJsonDocument::fromJson(json.startsWith("\xEF") ? json.mid(3) : json).object();
        QJsonArray cells;
        for (const QJsonValue& value : root["cells"].toArray()) {
            QJsonObject cell = value.toObject();
            cell.remove("source");
            cells.append(cell);
        }
        root["cells"] = cells;
        return root;
    };
    QCOMPARE(withoutSources(edited), withoutSources(bytes));
}

void TestSavedEdits::editedScriptKeepsItsLineEndingsAndByteOrderMark_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("edited");

    QTest::newRow("CRLF") << QByteArray("#!/bin/python\r\n\r\ny = 1\r\n\r\n")
                          << QByteArray("#!/bin/python\r\n\r\nz = 1\r\nw = 2\r\n\r\n");
    QTest::newRow("no final line end") << QByteArray("x\ny = 1") << QByteArray("x\nz = 1\nw = 2");
    QTest::newRow("mixed, mostly CRLF") << QByteArray("a\r\nb\ny = 1\r\n")
                                        << QByteArray("a\r\nb\r\nz = 1\r\nw = 2\r\n");
    QTest::newRow("UTF-8 byte order mark")
        << QByteArray("\xEF\xBB\xBFy = 1\n") << QByteArray("\xEF\xBB\xBFz = 1\nw = 2\n");
}

void TestSavedEdits::editedScriptKeepsItsLineEndingsAndByteOrderMark()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, edited);
    const Opened opened = open(bytes, "d.py");

    QCOMPARE(saved(replaced(opened.listing, "y = 1", "z = 1\nw = 2"), opened, "d.py"), edited);
}

/// A listing shows IPython's commands ("magics") as comments. Saving turns these comments into commands again, but no
/// other comments.
void TestSavedEdits::editedIpythonCommandsAreSavedAsCommands()
{
    const Opened opened = open(R"({"cells":[{"source":"!ls\n# !no command\n%timeit x\ny = 1"}]})", "m.ipynb");
    const auto sourceOf = [&](const std::string& listing) {
        const QJsonDocument json = QJsonDocument::fromJson(saved(listing, opened, "m.ipynb"));
        QString source;
        for (const QJsonValue& line : json["cells"].toArray().first()["source"].toArray())
            source += line.toString();
        return source;
    };

    QCOMPARE(sourceOf("# %%\n# !ls -l\n# !no command\n# %timeit x\ny = 2\n"),
             QString("!ls -l\n# !no command\n%timeit x\ny = 2"));
    QCOMPARE(sourceOf("# %%\n# !ls\n# !no command\n# %timeit x\n# !new\ny = 1\n"),
             QString("!ls\n# !no command\n%timeit x\n# !new\ny = 1"));
    QCOMPARE(sourceOf("# %%\n# %timeit x\n# %timeit x\ny = 1\n"), QString("%timeit x\n%timeit x\ny = 1"));
    QCOMPARE(sourceOf("# %%\ny = 1\n# !no command\n"), QString("y = 1\n# !no command"));
}

void TestSavedEdits::notebookSavedAsScriptGetsNoImports()
{
    const Opened opened = open(R"({"cells": [{"cell_type": "code", "source": "x = 1"}]})", "e.ipynb");

    QCOMPARE(saved(opened.listing, opened, "e.py"), QByteArray("# %%\nx = 1\n"));
    QCOMPARE(saved(opened.listing, opened, "f.ipynb"),
             QByteArray(R"({"cells": [{"cell_type": "code", "source": "x = 1"}]})"));
}

/// Lines are inserted and removed at random. The notebook keeps its metadata and has unique cell ids.
void TestSavedEdits::randomEditsDoNotChangeMetadataOrRepeatCellIds()
{
    const Opened opened = open(notebook(), "a.ipynb");
    const QStringList lines = QString::fromStdString(opened.listing).split('\n', Qt::SkipEmptyParts);
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        QStringList edited = lines;
        for (unsigned edit = 0; edit < 1 + random() % 4 && !edited.isEmpty(); ++edit) {
            const auto at = static_cast<qsizetype>(random() % static_cast<unsigned>(edited.size()));
            if (random() % 2 == 0)
                edited.removeAt(at);
            else
                edited.insert(at, random() % 3 == 0 ? "# %%" : "k = 1");
        }
        edited.removeAll(QString());
        edited.prepend("# %%");
        const std::string listing = edited.join('\n').toStdString() + "\n";

        const auto found = listing::notebookWithListing(opened.file->bytes, listing);

        QVERIFY2(found, found ? "" : found.error().english().c_str());
        const QJsonObject now = QJsonDocument::fromJson(QByteArray::fromStdString(*found)).object();
        QCOMPARE(now["metadata"], QJsonDocument::fromJson(notebook()).object()["metadata"]);
        QSet<QString> ids;
        for (const auto& cell : now["cells"].toArray())
            ids.insert(cell.toObject()["id"].toString());
        QCOMPARE(ids.size(), now["cells"].toArray().size());
        // The first write may add an empty line at the end of a markdown cell.
        const auto again = listing::notebookWithListing(*found, listing);
        const auto third = listing::notebookWithListing(*again, listing);
        QVERIFY(third && *third == *again);
    }
}

QTEST_GUILESS_MAIN(TestSavedEdits)
#include "tst_saved_edits.moc"
