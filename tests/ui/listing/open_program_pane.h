#pragma once

#include "tests/ui/runs/fake_backend.h"
#include "ui/listing/program_pane.h"

#include <QTest>
#include <memory>

namespace tests {

/// Base of tests of a program pane that shows a program with two waits and three parameters.
class OpenProgramPane {
protected:
    using Dialect = engine::frontend::Dialect;
    using ProgramListing = ui::listing::ProgramListing;
    using ProgramPane = ui::listing::ProgramPane;

    struct Desk {
        ui::look::Theme theme;
        ui::model::TraceFeed feed;
        ui::model::Selection selection;
        ui::listing::ProgramDocument document;
        ui::listing::ProgramModel programs;
    };

    void openPane()
    {
        m_desk = std::make_unique<Desk>();
        QObject::connect(&m_desk->document.listing(), &ProgramListing::analysisWanted, &m_desk->document,
                         [this](const QString& source, Dialect, quint64 ticket) {
                             m_desk->document.listing().setAnalysis(
                                 ticket, {.points = FakeFrontEnd::pointsOf(source.toStdString())});
                         });
        m_pane = std::make_unique<ProgramPane>(m_desk->theme, m_desk->document, m_desk->programs, m_desk->feed,
                                               m_desk->selection);
        auto program = FakeFrontEnd::program("13.3.1", "with Benchmark('all'):\n    wait()\n    wait()\n");
        program.parameters.push_back({"n", "n", engine::frontend::ParameterKind::Integer, "4000", 1, 20000, {}, {}});
        program.parameters.push_back(
            {"lr", "rate", engine::frontend::ParameterKind::Real, "0.2", 1, 0, {}, {}, 0.0, 10.0});
        program.parameters.push_back(
            {"devices", "GPUs", engine::frontend::ParameterKind::Choice, "all", 1, 0, {"0", "1"}, {}});
        m_desk->programs.setPrograms({program, FakeFrontEnd::program("13.2.1", "x\n")});
        m_desk->document.open(program, Dialect::Torch);
        m_pane->resize(364, 820);
        m_pane->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
    }

    void closePane()
    {
        m_pane.reset();
        m_desk.reset();
    }

    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<ProgramPane> m_pane;
};

}  // namespace tests
