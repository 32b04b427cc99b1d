#include "ui/machines/missing_gpu.h"

#include <QCoreApplication>

namespace ui::machines {

QString missingGpusText(int addressed, int there)
{
    return QCoreApplication::translate("MainWindow",
                                       "The listing uses GPU %1, and this machine has %n GPU(s): it may stop there.",
                                       nullptr, there)
        .arg(addressed - 1);
}

}  // namespace ui::machines
