#include "app/desktop/programs.h"

#include "app/wiring/machines.h"
#include "engine/frontend/rank_count.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <utility>

namespace app {

QString commandProgram()
{
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/overlap-run");
    return QFileInfo(program).isExecutable() ? program : QString();
}

engine::Result<std::shared_ptr<Programs>> Programs::start(const std::filesystem::path& resources,
                                                          std::filesystem::path ranksProgram)
{
    auto runner = makeRunner(resources);
    if (!runner)
        return std::move(runner).error();
    return std::shared_ptr<Programs>(new Programs(*std::move(runner), std::move(ranksProgram)));
}

engine::Result<engine::frontend::RunOutcome> Programs::run(const engine::frontend::RunRequest& request,
                                                           engine::trace::Recorder& recorder)
{
    return engine::frontend::ranksOf(request) > 1 ? m_ranks.run(request, recorder) : m_runner->run(request, recorder);
}

void Programs::stop()
{
    m_runner->stop();
    m_ranks.stop();
}

}  // namespace app
