#include "tests/devices/conformance.h"

#include <QTest>

class TestConformance : public QObject {
    Q_OBJECT

private slots:
    void everyDevicePassesEveryCase_data();
    void everyDevicePassesEveryCase();
};

void TestConformance::everyDevicePassesEveryCase_data()
{
    QTest::addColumn<int>("subject");
    QTest::addColumn<int>("rules");
    QTest::addColumn<int>("which");

    const auto& subjects = conformance::subjects();
    const auto rules = conformance::rules();
    const auto& cases = conformance::cases();
    for (std::size_t s = 0; s < subjects.size(); ++s)
        for (std::size_t r = 0; r < (subjects[s].problem.empty() ? rules.size() : 1); ++r)
            for (std::size_t c = 0; c < (subjects[s].problem.empty() ? cases.size() : 1); ++c)
                QTest::addRow("%s, %s: %s", subjects[s].name.c_str(), rules[r].name, cases[c].name)
                    << static_cast<int>(s) << static_cast<int>(r) << static_cast<int>(c);
}

void TestConformance::everyDevicePassesEveryCase()
{
    QFETCH(int, subject);
    QFETCH(int, rules);
    QFETCH(int, which);
    const conformance::Subject& device = conformance::subjects()[static_cast<std::size_t>(subject)];
    if (!device.problem.empty())
        QSKIP(device.problem.c_str());
    conformance::Checks checks(device, conformance::rules()[static_cast<std::size_t>(rules)].options);

    checks.run(conformance::cases()[static_cast<std::size_t>(which)]);

    for (const std::string& claim : checks.broken())
        QTest::qFail(claim.c_str(), __FILE__, __LINE__);
}

QTEST_APPLESS_MAIN(TestConformance)
#include "tst_conformance.moc"
