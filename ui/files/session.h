#pragma once

#include "ui/listing/program_document.h"
#include "ui/look/languages.h"
#include "ui/look/theme.h"
#include "ui/model/playhead.h"
#include "ui/model/time_range.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QString>
#include <optional>

namespace ui::files {

/// Program -> what the reader changed in it.
using KeptPrograms = QHash<QString, listing::ProgramState>;

/// What a start takes over from the previous one.
struct Session {
    QString program = QStringLiteral("13.3.1");
    QString machine = QStringLiteral("book-v100");
    QString machineFile;  ///< path of the reader's own machine, if that was chosen
    KeptPrograms programs;
    std::optional<model::TimeRange> view;
    look::Mode theme = look::Mode::Light;
    double scale = 1.0;
    look::Language language = look::Language::System;
    model::Pace pace = model::Pace::Instant;
    look::Contrast contrast = look::Contrast::Normal;
    bool hasReducedMotion = false;
    QHash<QString, QString> keys;  ///< command -> its keys as QKeySequence writes them; only changed ones
    bool isLeftPaneShown = true;
    bool isRightPaneShown = true;
    bool opensOutput = true;   ///< when a program prints more than its times
    QStringList toggledViews;  ///< shown or hidden against their default
    bool showsCriticalPath = false;
    QByteArray geometry;
    QByteArray splitter;
    QStringList recent;  ///< files, the most recently opened first
    QString folder;      ///< of the last file dialog
    QJsonObject notes;   ///< program -> notes on its timeline
    QJsonObject views;   ///< program -> its bookmarked ranges
};

/// Where file dialogs open: the folder of the last one, or the home folder if that no longer exists.
[[nodiscard]] QString dialogFolder(const Session& session);

}  // namespace ui::files
