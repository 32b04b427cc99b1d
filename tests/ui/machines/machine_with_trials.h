#pragma once

#include "tests/source_dir.h"

#include <QByteArray>
#include <QFile>
#include <QString>

namespace tests {

/// The file of a shipped machine, with two programs whose predictions were validated. The larger error is 4 %.
inline QByteArray machineWithTrials(const QString& name)
{
    QFile file(QString::fromStdString(tests::inSource("resources/machines/%1.json")).arg(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The machine's file is not there.");
    QByteArray text = file.readAll();
    const qsizetype end = text.lastIndexOf('}');
    return text.insert(end, R"(, "calibration": {"date": "2026-11-21"}, "validation": [
        {"program": "13.2.3", "predicted": 0.96, "measured": 1, "error": -0.04},
        {"program": "13.2.2", "predicted": 2.02, "measured": 2, "error": 0.01}])");
}

}  // namespace tests
