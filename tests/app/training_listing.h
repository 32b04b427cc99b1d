#pragma once

#include "tests/app/made_images.h"
#include "tests/app/program_runs.h"

#include <QTemporaryDir>

#include <chrono>
#include <thread>

/// The data-parallel program of section 13.5.6 on generated images. Tests replace its last statements.
class TrainingListing {
public:
    TrainingListing(ProgramRuns& runs, quint32 images, quint32 tests) : m_runs(runs)
    {
        writeImages(m_folder.path(), "train", images);
        writeImages(m_folder.path(), "t10k", tests);
    }

    /// The folder of the images.
    [[nodiscard]] std::string data() const { return m_folder.path().toStdString(); }

    [[nodiscard]] engine::frontend::RunRequest endingWith(const QString& end) const
    {
        auto request = m_runs.request("13.5.6", engine::frontend::Dialect::MXNet);
        request.source = request.source.substr(0, request.source.find("\ntrain(gpus=1")) + "\n" + end.toStdString();
        request.parameters["data"] = data();
        return request;
    }

    /// Trains one epoch on `devices` with the statement `wait` after each batch, then prints a line "weight …" with the
    /// shape and a checksum of each weight.
    [[nodiscard]] engine::frontend::RunRequest printingWeights(const QString& devices, const QString& wait) const
    {
        return endingWith(QString(R"(
import zlib
devices = [%1]
replicas = [replica(device) for device in devices]
batches, _ = d2l.load_data_fashion_mnist(64)
for images, labels in batches:
    train_batch(images, labels, replicas, devices, 0.2)
    %2
for weight in replicas[0]:
    print('weight', weight.shape, zlib.crc32(repr(weight.asnumpy().tolist()).encode()))
)")
                              .arg(devices, wait));
    }

    /// Runs a training, and stops it when three metrics are recorded.
    [[nodiscard]] engine::Result<engine::frontend::RunOutcome> runAndStop(const engine::frontend::RunRequest& request)
    {
        engine::trace::Recorder recorder;
        const std::jthread stopper([&](const std::stop_token& hasEnded) {
            while (!hasEnded.stop_requested() &&
                   (!recorder.snapshot() || recorder.snapshot()->programPart().metrics.size() < 3))
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            m_runs.runner().stop();
        });
        return m_runs.runner().run(request, recorder);
    }

private:
    ProgramRuns& m_runs;
    QTemporaryDir m_folder;
};

/// The printed lines that begin with `prefix`.
inline QString linesOf(const engine::trace::Trace& trace, const QString& prefix)
{
    QStringList found;
    for (const QString& line :
         QString::fromStdString(printed(trace, engine::trace::OutputStream::Standard)).split('\n'))
        if (line.startsWith(prefix))
            found << line;
    return found.join('\n');
}
