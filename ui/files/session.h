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

/// The user's edits, by program.
using EditedPrograms = QHash<QString, listing::ProgramState>;

/// The state that the next start of the program restores.
struct Session {
    QString program = QStringLiteral("13.3.1");
    QString machine = QStringLiteral("book-v100");
    QString machineFile;  ///< path of a machine file, if one was chosen
    EditedPrograms programs;
    std::optional<model::TimeRange> view;
    look::Mode theme = look::Mode::Light;
    double scale = 1.0;
    look::Language language = look::Language::System;
    model::Pace pace = model::Pace::Instant;
    look::Contrast contrast = look::Contrast::Normal;
    bool hasReducedMotion = false;
    QHash<QString, QString> keys;  ///< command -> keys in the format of QKeySequence; only commands with changed keys
    bool isLeftPaneShown = true;
    bool isRightPaneShown = true;
    bool hasFlipped = false;       ///< the user has flipped a switch before, so the first switch needs no callout
    bool hasListingWidth = false;  ///< the user chose the width of the left pane
    bool opensOutput = true;       ///< open the output pane when a program prints something besides Benchmark times
    QStringList toggledViews;      ///< views whose visibility differs from the default
    bool showsCriticalPath = false;
    bool isStage = false;
    QByteArray geometry;
    QByteArray splitter;
    QStringList recent;  ///< files, the most recently opened first
    QString folder;      ///< folder of the last file dialog
    QJsonObject notes;   ///< program -> notes on its timeline
    QJsonObject views;   ///< program -> its bookmarked ranges
    QJsonObject lesson;  ///< the unsaved lesson, in the format of teach::LessonAuthor; empty: none
};

/// The folder in which a file dialog opens: the folder of the previous dialog. If there was none, or if its folder no
/// longer exists, the home folder.
[[nodiscard]] QString dialogFolder(const Session& session);

}  // namespace ui::files
