#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

/// Runs overlap-run as a process, for tests that define OVERLAP_RUN.
namespace tests {

struct CommandResult {
    int status = -1;  ///< exit status; -1: the process was killed
    QByteArray out;
    QByteArray err;
};

/// Runs overlap-run and waits until it exits; kills it after 300 s. `output`: file for its standard output; empty:
/// CommandResult::out.
inline CommandResult run(const QStringList& arguments, const QString& folder = {}, const QString& output = {})
{
    QProcess process;
    process.setWorkingDirectory(folder);
    if (!output.isEmpty())
        process.setStandardOutputFile(output);
    process.start(OVERLAP_RUN, arguments);
    if (!process.waitForFinished(300000))
        process.kill();
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

/// Writes `text` to a file in `folder` and returns the file's path.
inline QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("a file of the test cannot be written");
    return file.fileName();
}

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace tests
