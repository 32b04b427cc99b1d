#pragma once

#include "ui/listing/listing_edits.h"
#include "ui/listing/program_parameters.h"

namespace ui::listing {

/// The open program: its file, listing and parameters with the user's changes, and one undo stack for all of them.
/// Contains no widgets. Thread: GUI.
class ProgramDocument : public QObject {
    Q_OBJECT

public:
    using Dialect = engine::frontend::Dialect;

    explicit ProgramDocument(QObject* parent = nullptr);
    ~ProgramDocument() override;

    [[nodiscard]] const engine::frontend::Program& program() const { return m_program; }
    /// Id of the machine that the program is written for in the displayed dialect; empty: the program names none.
    [[nodiscard]] QString machine() const
    {
        return QString::fromStdString(textIn(m_program.machines, m_listing.dialect()));
    }
    [[nodiscard]] ProgramListing& listing() { return m_listing; }
    [[nodiscard]] const ProgramListing& listing() const { return m_listing; }
    [[nodiscard]] ListingEdits& edits() { return m_edits; }
    [[nodiscard]] const ListingText& text() const { return m_listing.text(); }
    [[nodiscard]] ProgramParameters& parameters() { return m_parameters; }
    [[nodiscard]] const ProgramParameters& parameters() const { return m_parameters; }
    /// Whether the program may run. A program from a file, or a listing that came with a trace, does not run
    /// until the user allows it.
    [[nodiscard]] bool isTrusted() const { return m_isTrusted; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    /// Increases with every change of the listing, of the parameters or of the choice whether values are computed.
    [[nodiscard]] quint64 revision() const { return m_listing.revision() + m_parameters.revision() + m_valuesRevision; }

    /// Opens `program` in `dialect`, or in the program's first dialect if the program has no text in `dialect`. `state`
    /// restores the user's earlier changes. `isForeign`: the listing came with a trace, so it does not run until the
    /// user allows it.
    void open(engine::frontend::Program program, Dialect dialect, const ProgramState* state = nullptr,
              bool isForeign = false);
    [[nodiscard]] bool isForeign() const { return m_isForeign; }
    /// Call this if the listing of a trace is identified as one of the book's programs, which may run without
    /// permission.
    void adopt();
    [[nodiscard]] ProgramState state() const;
    /// Called after saving; `saved` is the new content of the file.
    void setSaved(const QString& path, engine::frontend::OpenedFile saved);
    /// Whether another application changed the file after the file was opened or saved here.
    [[nodiscard]] bool isChangedOnDisk(const QString& path) const;
    void setTrusted(bool isTrusted);
    /// Sets the seed of random numbers and of noise for all later runs.
    void setSeed(std::uint64_t seed) { m_seed = seed; }
    /// Whether runs on a virtual machine compute values: the user's choice, else the mode of the program, else
    /// ValueMode::Computed.
    [[nodiscard]] engine::trace::ValueMode values() const;
    /// Sets whether runs compute values, as the user chose; can be undone.
    void setValues(engine::trace::ValueMode values);

    /// The run request for the current program, without the machine.
    [[nodiscard]] engine::frontend::RunRequest request() const;
    /// Like request(), but with the wait on `flippedLine` flipped and with the parameter values of `changed`; used to
    /// predict the effect of a suggestion. If the user chose to compute values, drops this choice, because times do not
    /// depend on values.
    [[nodiscard]] engine::frontend::RunRequest variant(std::optional<int> flippedLine,
                                                       const std::map<std::string, std::string>& changed) const;

signals:
    void opened();  ///< another program was opened
    void trustChanged();
    void valuesChanged();  ///< the user chose whether values are computed, or undid the choice
    void runWanted();      ///< the listeners should run the program immediately

private:
    using Values = std::optional<engine::trace::ValueMode>;

    void applyValues(const Values& values);

    engine::frontend::Program m_program;
    std::shared_ptr<const engine::frontend::OpenedFile>
        m_onDisk;    ///< content of the program's file; null: it has no file
    QString m_base;  ///< digest of the content on which the edits are based
    bool m_isTrusted = true;
    bool m_isForeign = false;
    std::uint64_t m_seed = 0;
    Values m_values;  ///< the user's choice; none: the mode of the program
    quint64 m_valuesRevision = 0;
    QUndoStack m_undo;
    ProgramListing m_listing{m_undo};
    ListingEdits m_edits{m_listing, m_undo};
    ProgramParameters m_parameters{m_undo};
};

}  // namespace ui::listing
