#pragma once

#include "engine/frontend/program.h"
#include "tests/source_dir.h"

#include <QFile>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <vector>

/// The exception that ends a program.
struct ExpectedError {
    int line = 0;      ///< line in the source; 0: any line of the program itself
    QString type;      ///< type of the exception; empty: any type
    QString fragment;  ///< text that the message must contain
};

/// A program of tests/app/programs with its expected output or exception. The folder's README describes the format of
/// such a file.
struct FileProgram {
    QString title;
    QString source;
    QString output;
    std::optional<ExpectedError> error;
    int startLines = 0;  ///< number of lines at the start of the file that all programs of the file share
    int ranks = 1;
};

struct ProgramFile {
    engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
    QStringList machines{"book-v100"};
    QString needs;  ///< the system package that the programs require; empty: none
    std::vector<FileProgram> programs;
};

/// Parses a line `#! line N: Type: text`. Line 1 is the line after the program's title.
inline ExpectedError expectedError(const QString& line, int startLines)
{
    static const QRegularExpression kParts("^#! (?:line (\\d+): )?(?:(\\w+(?:Error|Exception)): )?(.*)$");
    const auto parts = kParts.match(line);
    const int number = parts.captured(1).toInt();
    return {number > 0 ? startLines + number : 0, parts.captured(2), parts.captured(3)};
}

inline ProgramFile readProgramFile(const QString& name)
{
    QFile file(QString::fromStdString(tests::inSource("tests/app/programs/" + name.toStdString())));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(name));
    ProgramFile result;
    FileProgram start;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        if (line == "#: dialect = mxnet")
            result.dialect = engine::frontend::Dialect::MXNet;
        if (line.startsWith("#: needs = "))
            result.needs = line.mid(11);
        if (line.startsWith("#: machines = "))
            result.machines = line.mid(14).split(", ");
        if (line.startsWith("# %% ")) {
            result.programs.push_back(start);
            result.programs.back().title = line.mid(5);
            result.programs.back().startLines = static_cast<int>(start.source.count('\n'));
            continue;
        }
        FileProgram& program = result.programs.empty() ? start : result.programs.back();
        program.source += line + '\n';
        if (line.startsWith("#: ranks = "))
            program.ranks = line.mid(11).toInt();
        if (line.startsWith("#>"))
            program.output += line.mid(3) + '\n';
        if (line.startsWith("#! "))
            program.error = expectedError(line, program.startLines);
    }
    return result;
}

/// Returns one program of a file, for a test that checks more than the program's output.
inline FileProgram programOf(const QString& file, const QString& title)
{
    const ProgramFile read = readProgramFile(file);
    const auto found = std::ranges::find(read.programs, title, &FileProgram::title);
    if (found == read.programs.end())
        qFatal("%s has no program \"%s\"", qPrintable(file), qPrintable(title));
    return *found;
}
