#pragma once

#include "ui/desk/run_target.h"
#include "ui/files/listing_keeper.h"

namespace ui::desk {

/// Opens programs: of the chapter, from files, the reader's own, those of a lesson. Thread: GUI.
class Programs : public QObject {
    Q_OBJECT

public:
    Programs(const runs::Workbench& bench, const RunTarget& target, machines::Machines& machines,
             files::ListingKeeper& listings);

    /// Opens a program of the chapter or a file, by id or path.
    void open(const QString& id);
    /// Opens the reader's listing of a program on a machine (empty: its own), or with `ofLesson` a lesson's. A file's
    /// program waits until the reader allows it. False: there is no such program.
    bool openOn(const QString& id, const QString& machine, const listing::ProgramState* ofLesson = nullptr);
    /// Loads a program from a file; openLoaded() follows.
    void load(const QString& path);
    void openLoaded(const engine::frontend::Program& program);
    /// The listing that a finished lesson left becomes the reader's.
    void adoptListing();

signals:
    /// Another program is open.
    void opened();

private:
    runs::Workbench m_bench;
    const RunTarget& m_target;
    machines::Machines& m_machines;
    files::ListingKeeper& m_listings;
};

}  // namespace ui::desk
