#pragma once

#include "engine/io/run_set_file.h"
#include "engine/ranks/run_set.h"
#include "tests/app/command_line.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>

/// Programs whose processes communicate, for tests that define OVERLAP_RUN.
namespace tests {

inline const QByteArray kStart = R"(
import os
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
dist.init_process_group('gloo')
rank, ranks = dist.get_rank(), dist.get_world_size()
t = torch.full((4,), float(rank + 1))
)";

/// The machine on which mpirun starts real processes.
constexpr const char* kHere = "this-computer";

/// Environment variable: seconds that mpirun waits before each signal that it sends after a rank has failed. Each rank
/// that ends shortens the wait for SIGKILL by up to 1 s.
constexpr const char* kTimeToEnd = "OMPI_MCA_odls_base_sigkill_timeout";

/// Returns the reason why real ranks cannot be started on this computer; empty if they can be started.
inline QString missingForRanks()
{
    if (!QFile::exists(QFileInfo(OVERLAP_RUN).absolutePath() + "/liboverlap_mpi.so"))
        return "MPI was not found when this was built (libopenmpi-dev)";
    return QStandardPaths::findExecutable("mpirun").isEmpty() ? "there is no mpirun (openmpi-bin)" : QString();
}
inline bool isMissing(const QString& machine)
{
    return machine == kHere && !missingForRanks().isEmpty();
}

/// Containers run tests as root. Open MPI refuses to run as root unless these variables are set.
inline void allowMpiAsRoot()
{
    qputenv("OMPI_ALLOW_RUN_AS_ROOT", "1");
    qputenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
}

/// Sorts the printed lines, because the ranks print in any order.
inline QByteArrayList sortedLines(const QByteArray& out)
{
    QByteArrayList lines = out.split('\n');
    std::ranges::sort(lines);
    return lines;
}

/// Adds test data with one row for virtual ranks and one row for real ranks on this computer.
inline void machinesOfRanks()
{
    QTest::addColumn<QString>("machine");
    for (const char* name : {"laptop-2019", kHere})
        QTest::newRow(name) << QString(name);
}

inline engine::ranks::RunSetPtr openRanks(const QString& folder)
{
    const auto opened = engine::io::openRunSet(folder.toStdString());
    return opened ? opened->set : nullptr;
}

}  // namespace tests
