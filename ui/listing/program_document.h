#pragma once

#include "engine/frontend/program.h"
#include "engine/frontend/runner.h"
#include "ui/listing/sync_switches.h"

#include <QHash>
#include <QObject>
#include <QTextDocument>
#include <QTimer>
#include <QUndoStack>
#include <map>
#include <memory>
#include <optional>

namespace ui::listing {

/// The user's changes to a program. They are stored while another program is open and in the session file.
struct ProgramState {
    engine::frontend::Dialect dialect = engine::frontend::Dialect::Torch;
    std::map<engine::frontend::Dialect, QString> sources;  ///< only those that differ from what opening would load
    std::map<engine::frontend::Dialect, std::map<int, bool>> flips;
    std::map<std::string, std::string> parameters;
    QString base;  ///< digest of the edited file; empty: the program is not from a file
};

/// The open program: its listings by dialect with the user's edits, flipped switches, parameters, and one undo stack
/// for all of them. A model without widgets. Thread: GUI.
class ProgramDocument : public QObject {
    Q_OBJECT

public:
    using Dialect = engine::frontend::Dialect;

    explicit ProgramDocument(QObject* parent = nullptr);
    ~ProgramDocument() override;

    [[nodiscard]] const engine::frontend::Program& program() const { return m_program; }
    [[nodiscard]] Dialect dialect() const { return m_dialect; }
    [[nodiscard]] bool hasDialect(Dialect dialect) const;
    [[nodiscard]] QTextDocument* text() const;
    [[nodiscard]] QString source() const { return text()->toPlainText(); }
    /// The text with its no-break spaces, which source() replaces by plain ones; used for saving.
    [[nodiscard]] QString exactSource() const;
    [[nodiscard]] QString originalSource() const;
    [[nodiscard]] const SyncSwitches& switches() const;
    [[nodiscard]] const std::map<std::string, std::string>& parameters() const { return m_parameters; }
    [[nodiscard]] QString parameter(const std::string& name) const;
    [[nodiscard]] bool hasDefaultParameters() const;
    [[nodiscard]] bool isModified() const;  ///< the text differs from the text that was opened or last saved
    /// A program from a file does not run until the user allows it.
    [[nodiscard]] bool isTrusted() const { return m_isTrusted; }
    [[nodiscard]] const std::optional<engine::frontend::SyntaxProblem>& problem() const { return m_problem; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    /// Increases with every change that affects a run.
    [[nodiscard]] quint64 revision() const { return m_revision; }

    /// Opens `program` in `dialect`, or in its first dialect if it does not have that one. `state` restores the user's
    /// earlier changes.
    void open(engine::frontend::Program program, Dialect dialect, const ProgramState* state = nullptr);
    [[nodiscard]] ProgramState state() const;
    void setDialect(Dialect dialect);
    /// Called when the user selects a dialect. If the program has the same original text in both dialects, as the
    /// user's own programs do, an edited text is copied to the other dialect unless that was edited too. Can be undone.
    void chooseDialect(Dialect dialect);
    /// Replaces the text of the current dialect as one undoable edit.
    void setSource(const QString& source);
    void resetListing();
    /// Called after saving; `saved` is the new content of the file.
    void setSaved(const QString& path, engine::frontend::OpenedFile saved);
    /// Whether another program changed the file after it was opened or saved here.
    [[nodiscard]] bool isChangedOnDisk(const QString& path) const;
    void setTrusted(bool isTrusted);

    /// Switches the wait on `line` on or off, as an undoable command. Where a wait is switched by an argument of its
    /// call, rewrites the call in the listing.
    void flip(int line);
    void setFlips(const std::map<int, bool>& flips);
    void setParameter(const std::string& name, const QString& value);
    void resetParameters();
    /// Seed of random numbers and of noise for all later runs.
    void setSeed(std::uint64_t seed) { m_seed = seed; }

    /// The answer to analysisWanted().
    void setSyncPoints(quint64 ticket, std::vector<engine::frontend::SyncPoint> points);
    void setProblem(quint64 ticket, engine::frontend::SyntaxProblem problem);

    /// The run request for the current program, without the machine.
    [[nodiscard]] engine::frontend::RunRequest request() const;
    /// For each line with a sync point whether the program waits there; for RunContext.
    [[nodiscard]] QHash<int, bool> syncStates() const;
    /// Like request(), with one change; used to predict the effect of a suggestion.
    [[nodiscard]] engine::frontend::RunRequest variant(std::optional<int> flippedLine,
                                                       const std::map<std::string, std::string>& changed) const;

signals:
    void aboutToOpen();     ///< the texts of the previous program are about to be deleted
    void opened();          ///< another program was opened
    void dialectChanged();  ///< another text is shown
    void textChanged();
    void switchesChanged();  ///< a switch was flipped, or the sync points changed
    void parametersChanged();
    void problemChanged();
    void modifiedChanged();
    void trustChanged();
    void flipped();  ///< the listeners should run the program at once
    void edited();   ///< the listeners should run the program after a pause
    void analysisWanted(const QString& source, engine::frontend::Dialect dialect, quint64 ticket);

private:
    class FlipCommand;
    class TextCommand;
    class ParameterCommand;
    struct Listing;

    [[nodiscard]] Listing& listing() const;
    void makeListing(Dialect dialect, const std::string& source, const ProgramState* state);
    void connectText(Listing& listing);
    void noteEdit(Listing& listing, int position);
    void applyFlip(Dialect dialect, int line, bool isOn);
    /// Without a value, resets the parameter to its default.
    void applyParameter(const std::string& name, const std::optional<std::string>& value);
    void rewriteCall(int line, bool isOn);
    void analyse();
    void bump();

    engine::frontend::Program m_program;
    std::shared_ptr<const engine::frontend::OpenedFile>
        m_onDisk;    ///< content of the program's file; null: it has no file
    QString m_base;  ///< digest of that content
    Dialect m_dialect = Dialect::Torch;
    std::map<Dialect, std::unique_ptr<Listing>> m_listings;
    std::map<std::string, std::string> m_parameters;
    std::uint64_t m_seed = 0;
    std::optional<engine::frontend::SyntaxProblem> m_problem;
    QUndoStack m_undo;
    QTextDocument m_empty;
    quint64 m_revision = 0;
    quint64 m_ticket = 0;
    bool m_isTrusted = true;
    bool m_isLoading = false;
};

}  // namespace ui::listing
