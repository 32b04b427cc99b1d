#pragma once

#include "engine/frontend/program.h"
#include "ui/listing/program_document.h"

#include <QHash>
#include <QString>
#include <QStringList>

namespace ui::files {

/// Programs that a reader begins from nothing. Their texts are kept with the session, as edits of an empty listing,
/// also of those that have been saved as files: the file is another program.
using KeptPrograms = QHash<QString, listing::ProgramState>;

[[nodiscard]] bool isOwnProgram(const QString& id);
/// An empty listing in both dialects.
[[nodiscard]] engine::frontend::Program ownProgram(const QString& id);
/// The id of the first one that has no text yet.
[[nodiscard]] QString freeOwnProgram(const KeptPrograms& kept);
/// Ids of those that have text, in their order.
[[nodiscard]] QStringList ownProgramsWithText(const KeptPrograms& kept);

}  // namespace ui::files
