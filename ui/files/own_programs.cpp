#include "ui/files/own_programs.h"

#include <QCoreApplication>
#include <algorithm>

namespace ui::files {

namespace {

const QString kOwn = QStringLiteral("own:");

}  // namespace

bool isOwnProgram(const QString& id)
{
    return id.startsWith(kOwn);
}

engine::frontend::Program ownProgram(const QString& id)
{
    using engine::frontend::Dialect;
    const int number = std::max(1, id.mid(kOwn.size()).toInt());
    engine::frontend::Program program;
    program.id = id.toStdString();
    program.title = (number == 1 ? QCoreApplication::translate("OwnPrograms", "New program")
                                 : QCoreApplication::translate("OwnPrograms", "New program %1").arg(number))
                        .toStdString();
    program.sources = {{Dialect::Torch, ""}, {Dialect::MXNet, ""}};
    return program;
}

QString freeOwnProgram(const KeptPrograms& kept)
{
    int number = 1;
    while (!kept.value(kOwn + QString::number(number)).sources.empty())
        ++number;
    return kOwn + QString::number(number);
}

QStringList ownProgramsWithText(const KeptPrograms& kept)
{
    QStringList ids;
    for (auto it = kept.cbegin(); it != kept.cend(); ++it)
        if (isOwnProgram(it.key()) && !it->sources.empty())
            ids << it.key();
    std::sort(ids.begin(), ids.end(), [](const QString& a, const QString& b) {
        return a.mid(kOwn.size()).toInt() < b.mid(kOwn.size()).toInt();
    });
    return ids;
}

}  // namespace ui::files
