#include "ui/files/session.h"

#include <QDir>

namespace ui::files {

QString dialogFolder(const Session& session)
{
    return session.folder.isEmpty() || !QDir(session.folder).exists() ? QDir::homePath() : session.folder;
}

}  // namespace ui::files
