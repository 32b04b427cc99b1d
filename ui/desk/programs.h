#pragma once

#include "ui/desk/run_target.h"
#include "ui/files/listing_keeper.h"

#include <QMap>
#include <optional>
#include <string>

namespace ui::desk {

/// Opens programs of the book, of files, of the user and of lessons. Thread: GUI.
class Programs : public QObject {
    Q_OBJECT

public:
    Programs(const runs::Workbench& bench, const RunTarget& target, machines::Machines& machines,
             files::ListingKeeper& listings);

    /// Opens a built-in program, a new program of the user or a file, by id or path.
    void open(const QString& id);
    /// Opens a program on `machine` (empty: the machine that the program is written for), with the listing of a lesson
    /// (`ofLesson`; null: the user's listing). If that machine is not usable, the selected one is used. A program from
    /// a file does not run until the user allows it. Returns false if there is no such program.
    bool openOn(const QString& id, const QString& machine, const listing::ProgramState* ofLesson = nullptr);
    /// Opens the listing of a trace with its switches, parameters and machine. Nothing runs; a listing other than
    /// an unchanged built-in one does not run until the user allows it. Returns false if the trace contains no listing.
    bool openOfTrace(const engine::trace::RunInfo& run);
    /// Loads a program from a file; openLoaded() is called when it is loaded.
    void load(const QString& path);
    void openLoaded(const engine::frontend::Program& program);
    /// Selects the machine for the displayed dialect if the machine for the program's other dialect is selected.
    void followDialect();
    [[nodiscard]] bool isBuiltIn(const QString& id) const;
    /// Reopens the program of the current lesson with the user's own listing; no effect if the listing is not a
    /// lesson's.
    void adoptListing();

signals:
    /// Emitted when another program was opened.
    void opened();

private:
    /// The machine that was selected when a trace was opened, and the machine that the trace selected instead.
    struct ReplacedMachine {
        QString chosen, byTrace;
    };

    void leave();
    [[nodiscard]] QString machineFor(const engine::frontend::Program& program);
    [[nodiscard]] bool returnToMeasuring(const std::string& program);

    runs::Workbench m_bench;
    const RunTarget& m_target;
    machines::Machines& m_machines;
    files::ListingKeeper& m_listings;
    QString m_measured;  ///< the variant of this computer that was selected last; empty: a virtual machine
    QMap<QString, QString> m_measuredOn;  ///< program -> id of the variant of this computer on which it was last open
    std::optional<ReplacedMachine> m_replaced;  ///< none: the open program does not come from a trace
    QString m_standIn;  ///< id of the machine that machineFor() returned last; empty: it was this computer
};

}  // namespace ui::desk
