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

/// Why real ranks cannot be started here; empty: they can.
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

/// Containers run tests as root, which Open MPI refuses without these.
inline void allowMpiAsRoot()
{
    qputenv("OMPI_ALLOW_RUN_AS_ROOT", "1");
    qputenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
}

/// The lines of several ranks, which print in any order, in alphabetical order.
inline QByteArrayList sortedLines(const QByteArray& out)
{
    QByteArrayList lines = out.split('\n');
    std::ranges::sort(lines);
    return lines;
}

/// A test with a row for each machine: ranks on a virtual machine, and real ones.
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
