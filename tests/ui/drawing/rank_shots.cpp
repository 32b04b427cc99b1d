// Renders runs of 2, 4, 16, 64 and 1024 ranks to PNG files for visual review, and writes their traces, which a window
// can open: rank_shots DIR.
#include "engine/io/run_set_file.h"
#include "tests/ui/drawing/rank_stage.h"

#include <QDir>
#include <QGuiApplication>
#include <QTextStream>

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    if (argc != 2) {
        QTextStream(stderr) << "rank_shots DIR\n";
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    for (const std::uint32_t ranks : {2u, 4u, 16u, 64u, 1024u}) {
        tests::RanksPlan plan;
        plan.ranks = ranks;
        plan.ranksPerNode = ranks > 16 ? 8 : 2;
        plan.lateRank = ranks > 3 ? 3 : 1;
        plan.steps = ranks > 64 ? 3 : 6;
        plan.layers = 20;
        plan.clockUncertainty = engine::Nanoseconds{700'000};
        const engine::ranks::RunSetPtr set = tests::sampleRanks(plan);
        const QString file = folder.filePath(QStringLiteral("ranks-%1.otrace").arg(ranks));
        if (!engine::io::saveRunSet(*set, file.toStdString()))
            return 1;
        for (const auto mode : {ui::look::Mode::Light, ui::look::Mode::Dark}) {
            tests::RankStage stage(set, mode);
            const QString name =
                QStringLiteral("ranks-%1-%2")
                    .arg(ranks)
                    .arg(mode == ui::look::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
            stage.paint().save(folder.filePath(name + QStringLiteral(".png")));
            const auto& step = stage.scene.trace->programPart().steps[1];
            stage.scene.range = {step.begin - (step.end - step.begin) / 20, step.end + (step.end - step.begin) / 20};
            stage.paint().save(folder.filePath(name + QStringLiteral("-step.png")));
        }
    }
    return 0;
}
