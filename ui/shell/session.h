#pragma once

#include "ui/look/languages.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/time_range.h"
#include "ui/run/program_document.h"

#include <QByteArray>
#include <QHash>
#include <QSettings>
#include <QString>
#include <optional>

namespace ui::shell {

/// What a start takes over from the one before.
struct Session {
    QString program = QStringLiteral("13.3.1");
    QString machine = QStringLiteral("book-v100");
    QString machineFile;  ///< path of the reader's own machine, if that was chosen
    QHash<QString, run::ProgramState> programs;
    std::optional<model::TimeRange> view;
    look::Mode theme = look::Mode::Light;
    double scale = 1.0;
    look::Language language = look::Language::System;
    model::Pace pace = model::Pace::Instant;
    bool hasReducedMotion = false;
    bool isLeftPaneShown = true;
    bool isRightPaneShown = true;
    bool opensOutput = true;  ///< when a program prints more than its times
    QByteArray geometry;
    QByteArray splitter;
    QString folder;  ///< of the last file dialog
};

/// Reads a session. Values that are missing, broken or of another version give the defaults above.
[[nodiscard]] Session readSession(QSettings& settings);
void writeSession(QSettings& settings, const Session& session);

}  // namespace ui::shell
