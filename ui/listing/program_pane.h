#pragma once

#include "ui/listing/listing_find.h"
#include "ui/listing/listing_header.h"
#include "ui/listing/output_pane.h"
#include "ui/listing/parameter_panel.h"
#include "ui/listing/program_tree.h"
#include "ui/listing/tree_header.h"

namespace ui::listing {

/// The left pane: tree of programs, dialects, listing, output, parameters. Thread: GUI.
class ProgramPane : public QWidget {
    Q_OBJECT

public:
    ProgramPane(look::Theme& theme, ProgramDocument& document, ProgramModel& programs, model::TraceFeed& feed,
                model::Selection& selection, QWidget* parent = nullptr);

    [[nodiscard]] ProgramTree& tree() { return *m_tree; }
    [[nodiscard]] Listing& listing() { return *m_listing; }
    [[nodiscard]] ParameterPanel& parameterPanel() { return *m_parameters; }
    [[nodiscard]] OutputPane& output() { return *m_output; }
    [[nodiscard]] bool isOutputShown() const { return m_isOutputShown; }
    /// Called when the user opens or closes the output.
    void chooseOutput(bool isShown);
    /// Whether the output opens automatically when a program prints anything besides the times of its Benchmarks; false
    /// after the user closed it.
    [[nodiscard]] bool opensOutput() const { return m_opensOutput; }
    void setOpensOutput(bool opens);
    /// Opens the filter of the tree.
    void startSearch() { m_treeHeader->startSearch(); }
    /// Opens the find bar of the listing.
    void openFind() { m_find->open(); }
    /// If `isStage` is true, hides everything above the listing, and the output.
    void setStage(bool isStage);

signals:
    void programChosen(const QString& programId);
    void runWanted();  ///< the user allowed the file to run
    void outputShownChanged(bool isShown);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void connectDocument(ProgramDocument& document);
    void showUnread();
    void setOutputShown(bool isShown);
    void showOutput();
    void showOutputButton();
    void fitTree();
    [[nodiscard]] int heightOfOthers() const;
    void restyle();

    look::Theme& m_theme;
    TreeHeader* m_treeHeader = nullptr;
    ProgramTree* m_tree = nullptr;
    QWidget* m_treeLine = nullptr;
    ListingHeader* m_header = nullptr;
    Listing* m_listing = nullptr;
    ListingFind* m_find = nullptr;
    QWidget* m_outputLine = nullptr;
    OutputPane* m_output = nullptr;
    QWidget* m_parameterLine = nullptr;
    ParameterPanel* m_parameters = nullptr;
    bool m_isOwn = false;  ///< the open program is the user's, not the book's
    bool m_opensOutput = true;
    bool m_isOutputOpenedByRun = false;
    bool m_isOutputShown = false;
    bool m_isStage = false;  ///< stage mode hides the output, and shows it again at the end
};

}  // namespace ui::listing
