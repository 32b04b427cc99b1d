#include "engine/analysis/bound.h"
#include "engine/analysis/timed_block.h"
#include "tests/app/program_runs.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace engine;
using analysis::PathSplit;
using frontend::Dialect;

namespace {

/// A type of cost: the values of a machine file that change it, and the part of the critical path in which it appears.
struct CostKind {
    const char* name;
    Nanoseconds PathSplit::*part;
    QStringList rates;  ///< paths of the values that the test doubles
    QStringList costs;  ///< paths of the values that the test halves
};

const std::vector<CostKind>& costKinds()
{
    static const std::vector<CostKind> kinds{
        {"computing",
         &PathSplit::compute,
         {"gpus.gemmGflops", "gpus.convolutionGflops", "gpus.dramGBps", "gpus.peakTflops", "host.gemmGflops",
          "host.denseGflops", "host.convolutionGflops", "host.bandwidthGBps", "host.cacheGBps",
          "host.randomMillionsPerSecond", "host.normMillionsPerSecond", "host.dramGBps"},
         {"gpus.kernelUs", "gpus.kernelMinUs", "host.operationUs"}},
        {"links",
         &PathSplit::copy,
         {"gpus.link.rateGBps", "peers.rateGBps", "host.stagingGBps"},
         {"gpus.link.latencyUs", "peers.latencyUs"}},
        {"pages", &PathSplit::pages, {}, {"host.faultNs", "host.pinNs", "host.unmapNs"}},
    };
    return kinds;
}

/// Multiplies all numbers in `value`: one number, or an object with bounds or dialects.
QJsonValue scaled(const QJsonValue& value, double factor)
{
    if (value.isDouble())
        return value.toDouble() * factor;
    if (!value.isObject())
        return value;
    QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        *it = scaled(*it, factor);
    return object;
}

/// Multiplies the value at a path such as "gpus.link.rateGBps", in every element of lists along the path.
QJsonValue scaledAt(const QJsonValue& value, const QStringList& path, double factor)
{
    if (value.isArray()) {
        QJsonArray all;
        for (const QJsonValue& one : value.toArray())
            all.append(scaledAt(one, path, factor));
        return all;
    }
    if (path.isEmpty())
        return scaled(value, factor);
    QJsonObject object = value.toObject();
    if (const auto found = object.find(path.first()); found != object.end())
        *found = scaledAt(*found, path.mid(1), factor);
    return object;
}

}  // namespace

/// Checks the critical path against runs on changed machines: halving a cost must save at most half of the time that
/// the path charges to this cost.
class TestPerturbedCosts : public QObject {
    Q_OBJECT

private slots:
    void halvingACostSavesAtMostHalfOfItsPartOfTheCriticalPath_data();
    void halvingACostSavesAtMostHalfOfItsPartOfTheCriticalPath();

private:
    std::string machineFile(const std::string& id, const CostKind& kind);
    void check(const trace::Trace& as, const trace::Trace& changed, const CostKind& kind);

    ProgramRuns m_runs;
    QTemporaryDir m_folder;
};

std::string TestPerturbedCosts::machineFile(const std::string& id, const CostKind& kind)
{
    QFile file(QString::fromStdString(tests::inSource("resources/machines/" + id + ".json")));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(file.fileName()));
    QJsonValue machine = QJsonDocument::fromJson(file.readAll()).object();
    for (const QString& path : kind.rates)
        machine = scaledAt(machine, path.split('.'), 2);
    for (const QString& path : kind.costs)
        machine = scaledAt(machine, path.split('.'), 0.5);
    QFile written(m_folder.filePath(QString::fromStdString(id) + kind.name + ".json"));
    if (!written.open(QIODevice::WriteOnly) || written.write(QJsonDocument(machine.toObject()).toJson()) < 0)
        qFatal("%s", qPrintable(written.fileName()));
    return written.fileName().toStdString();
}

void TestPerturbedCosts::halvingACostSavesAtMostHalfOfItsPartOfTheCriticalPath_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("dialect");
    for (const frontend::Program& program : m_runs.runner().programs())
        for (const auto& [dialect, source] : program.sources)
            if (program.id.starts_with("13.1") || program.id.starts_with("13.2") || program.id.starts_with("13.3"))
                // Skips a case: on a full card, calls of MXNet wait for memory, and the trace does not record these
                // waits.
                if (program.id != "13.3.2-small" || dialect == Dialect::Torch)
                    QTest::addRow("%s, %s", program.id.c_str(), dialect == Dialect::Torch ? "PyTorch" : "MXNet")
                        << QString::fromStdString(program.id) << static_cast<int>(dialect);
}

void TestPerturbedCosts::halvingACostSavesAtMostHalfOfItsPartOfTheCriticalPath()
{
    QFETCH(QString, program);
    QFETCH(int, dialect);
    auto request = m_runs.request(program.toStdString(), static_cast<Dialect>(dialect));
    const std::string machine = request.machine;
    const auto as = m_runs.trace(request);

    for (const CostKind& kind : costKinds()) {
        // Skipped: MXNet's workers touch pages before and during copies, and the trace records only a part of this
        // work.
        if (kind.part == &PathSplit::pages && request.dialect == Dialect::MXNet)
            continue;
        request.machine = machineFile(machine, kind);
        const auto changed = m_runs.trace(request);

        check(*as, *changed, kind);
    }
}

void TestPerturbedCosts::check(const trace::Trace& as, const trace::Trace& changed, const CostKind& kind)
{
    QCOMPARE(changed.blocks().size(), as.blocks().size());
    for (std::size_t block = 0; block < as.blocks().size(); ++block) {
        const analysis::Scope scope = analysis::workScope(as, block);
        const double length = toSeconds(scope.length());
        const double saved = length - toSeconds(analysis::workScope(changed, block).length());
        const PathSplit path = analysis::splitOf(as, analysis::criticalPath(as, scope));
        const double part = toSeconds(path.*kind.part);
        QVERIFY2(saved <= part / 2 * 1.03 + length * 0.01 + 20e-6,
                 qPrintable(QStringLiteral("%1: half the cost of %2 saves %3 s of %4 s, but it is %5 s of the path")
                                .arg(QString::fromStdString(as.blocks()[block].label), QLatin1String(kind.name))
                                .arg(saved)
                                .arg(length)
                                .arg(part)));
    }
}

QTEST_GUILESS_MAIN(TestPerturbedCosts)
#include "tst_perturbed_costs.moc"
