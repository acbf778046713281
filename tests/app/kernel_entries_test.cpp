// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernel_entries.h"

#include "app/amounts.h"
#include "app/panels/work_panel.h"
#include "app/work_dialog.h"
#include "core/event.h"
#include "tests/app/sample_session.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>

#include <gtest/gtest.h>

#include <sstream>

namespace {

const core::Resource dram{.kind = core::ResourceKind::Dram};
const core::Resource fp32{.kind = core::ResourceKind::Fp32};

class Entries : public testing::Test {
protected:
    /// Analysed as files are: of what the sample says of itself only names and times count.
    static app::OpenSession six() { return app::analysed(sample::six().session, QStringLiteral("/data/a.ncu-rep")); }

    void SetUp() override { model.add(six()); }

    app::KernelRow row(int place) const { return model.row(model.index(place, 0)); }
    QString name(int place) const { return model.index(place, 0).data().toString(); }

    QString panelText(int place) const
    {
        app::WorkPanel panel;
        panel.showRow(row(place));
        return panel.text().replace(app::narrowSpace, u' ');
    }

    app::SessionModel model;
    app::KernelEntries entries{model};
};

TEST_F(Entries, ANameIsThatOfAllLaunchesAndCanBeUndone)
{
    const auto before = name(0);
    entries.rename(row(0), QStringLiteral("activation"));
    EXPECT_EQ(name(0), "activation");
    EXPECT_EQ(row(0).launches.size(), 2U);
    EXPECT_TRUE(entries.isUnsaved(model.sessions()[0].path));
    entries.undoStack().undo();
    EXPECT_EQ(name(0), before);
    entries.undoStack().redo();
    EXPECT_EQ(name(0), "activation");
    entries.rename(row(0), QString());
    EXPECT_EQ(model.sessions()[0].session->kernels[0].alias, std::nullopt);
}

TEST_F(Entries, SavedWithTheSession)
{
    entries.rename(row(0), QStringLiteral("activation"));
    entries.setAlgorithmicWork(row(0), {{dram, 1e6, core::Basis::Algorithmic, "2 n"}});
    std::stringstream file;
    core::writeSession(file, *model.sessions()[0].session);
    core::Session again;
    for (std::string line; std::getline(file, line);) core::addTo(again, *core::parseEvent(line));
    EXPECT_EQ(again.kernels[0].alias, "activation");
    ASSERT_EQ(again.kernels[2].declared_work.size(), 1U); // the other launch of gelu
    EXPECT_EQ(again.kernels[2].declared_work[0].from, "2 n");
    EXPECT_EQ(again.kernels[1].alias, std::nullopt);
}

TEST_F(Entries, AlgorithmicWorkStandsBesideTheCountedWork)
{
    EXPECT_TRUE(panelText(0).contains("– Algorithmic figures are not known for imported kernels."));
    EXPECT_FALSE(panelText(0).contains("ratio"));
    entries.setAlgorithmicWork(
        row(0), {{dram, 1e6, core::Basis::Algorithmic, "2 n"}, {fp32, 4e6, core::Basis::Algorithmic, "2 n"}});
    // Two launches of 1 MB each.
    EXPECT_TRUE(panelText(0).contains("DRAM\t–\t2.000 MB\t–")) << panelText(0).toStdString();
    EXPECT_TRUE(panelText(0).contains("Algorithmic figures were entered: 2 n"));
    EXPECT_TRUE(panelText(0).contains("FP32\t–\t8.000 MFLOP\t–")) << panelText(0).toStdString();
    entries.undoStack().undo();
    EXPECT_FALSE(panelText(0).contains("ratio"));
}

TEST_F(Entries, TheRatioIsTheCountedAmountOverThatOfTheMaths)
{
    auto session = *model.sessions()[0].session;
    for (auto& kernel : session.kernels) kernel.declared_work = {{dram, 3e6, core::Basis::Measured, "test"}};
    model.replace(0, app::analysed(std::make_shared<const core::Session>(session), model.sessions()[0].path));
    entries.setAlgorithmicWork(row(0), {{dram, 2e6, core::Basis::Algorithmic, "2 n"}});
    EXPECT_TRUE(panelText(0).contains("DRAM\t6.000 MB\t4.000 MB\t1.5")) << panelText(0).toStdString();
}

TEST_F(Entries, SurviveReadingTheFileAgain)
{
    entries.rename(row(0), QStringLiteral("activation"));
    model.replace(0, app::withEntriesOf(model.sessions()[0], six()).open);
    EXPECT_EQ(name(0), "activation");
    entries.undoStack().undo();
    EXPECT_NE(name(0), "activation");
}

TEST_F(Entries, AChangedNameGoesBeforeThatOfTheFile)
{
    auto file = std::make_shared<core::Session>(*six().session);
    for (auto& kernel : file->kernels) kernel.alias = kernel.function + " of the file";
    const auto open = app::analysed(file, QStringLiteral("/data/a.ncu-rep"));
    model.replace(0, open);
    entries.rename(row(0), QStringLiteral("activation"));
    entries.rename(row(1), QString());
    const auto [again, lost] = app::withEntriesOf(model.sessions()[0], open);
    EXPECT_EQ(again.session->kernels[0].alias, "activation");
    EXPECT_EQ(again.session->kernels[1].alias, std::nullopt);
    EXPECT_EQ(again.session->kernels[5].alias, "tiny of the file");
    EXPECT_TRUE(lost.empty());
}

TEST_F(Entries, StayWithTheirLaunchesWhereOthersCameBetween)
{
    const auto work = [](double amount) {
        return std::vector{core::Work{dram, amount, core::Basis::Algorithmic, "n"}};
    };
    entries.rename(row(0), QStringLiteral("activation"));
    entries.setAlgorithmicWork(row(0), work(1)); // both launches of gelu
    model.setGrouping(app::Grouping::None);
    entries.setAlgorithmicWork(row(4), work(2)); // the smaller copy alone
    entries.setAlgorithmicWork(row(5), work(3));
    auto session = std::make_shared<core::Session>(*six().session);
    auto& kernels = session->kernels;
    kernels.insert(kernels.begin(), kernels[0]); // one more gelu
    kernels[0].duration_s = 1;
    kernels.insert(kernels.begin() + 5, kernels[5]); // and one more of the smaller copy
    kernels[5].duration_s = 2;
    kernels.pop_back(); // tiny
    const auto [again, lost] =
        app::withEntriesOf(model.sessions()[0], app::analysed(session, QStringLiteral("/data/a.ncu-rep")));
    std::vector<std::pair<std::string, double>> found;
    for (const auto& kernel : again.session->kernels)
        found.emplace_back(kernel.alias.value_or(kernel.function),
                           kernel.declared_work.empty() ? 0 : kernel.declared_work[0].amount);
    const std::vector<std::pair<std::string, double>> expected = {
        {"activation", 1}, {"activation", 1}, {"softmax", 0}, {"activation", 1}, {"copy", 0}, {"copy", 2}, {"copy", 2}};
    EXPECT_EQ(found, expected);
    EXPECT_EQ(lost, std::vector<std::string>{"void tiny<float>(float*)"});
    model.replace(0, again);
    for (int i = 0; i < 4; ++i) entries.undoStack().undo();
    for (const auto& kernel : model.sessions()[0].session->kernels) EXPECT_EQ(app::entryOf(kernel), app::KernelEntry());
}

TEST_F(Entries, AreNotUndoneOnAnotherKernelOfAFileThatWasReadAgain)
{
    entries.rename(row(0), QStringLiteral("activation"));
    auto changed = std::make_shared<core::Session>(*six().session);
    for (auto& kernel : changed->kernels) kernel.name = "totally_other";
    auto [again, lost] =
        app::withEntriesOf(model.sessions()[0], app::analysed(changed, QStringLiteral("/data/a.ncu-rep")));
    EXPECT_EQ(lost, std::vector<std::string>{"activation"});
    model.replace(0, std::move(again));
    entries.undoStack().undo();
    entries.undoStack().redo();
    for (const auto& kernel : model.sessions()[0].session->kernels) EXPECT_EQ(kernel.alias, std::nullopt);
}

TEST_F(Entries, AreNotOfferedForRowsOfSeveralNames)
{
    model.setGrouping(app::Grouping::Session);
    EXPECT_FALSE(app::hasOneName(row(0)));
    model.setGrouping(app::Grouping::Name);
    EXPECT_TRUE(app::hasOneName(row(0)));
}

TEST_F(Entries, TheDialogTakesAmountsAsPeopleWriteThem)
{
    app::WorkDialog dialog(row(0));
    dialog.findChild<QLineEdit*>("bytes")->setText("67.5 MB");
    dialog.findChild<QLineEdit*>("flop")->setText("many");
    auto* accept = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    EXPECT_FALSE(accept->isEnabled());
    dialog.findChild<QLineEdit*>("flop")->setText("36.5 GFLOP");
    dialog.findChild<QLineEdit*>("formula")->setText("2 m n k");
    EXPECT_TRUE(accept->isEnabled());
    const auto work = dialog.work();
    ASSERT_EQ(work.size(), 2U);
    EXPECT_EQ(work[0], (core::Work{dram, 67.5e6, core::Basis::Algorithmic, "2 m n k"}));
    EXPECT_EQ(work[1], (core::Work{fp32, 36.5e9, core::Basis::Algorithmic, "2 m n k"}));
    entries.setAlgorithmicWork(row(0), work);
    EXPECT_EQ(app::WorkDialog(row(0)).work(), work) << "it starts with what was entered";
}

TEST(ParseAmount, UnderstandsPrefixesAndRefusesTheRest)
{
    EXPECT_EQ(app::parseAmount("67108864"), 67108864);
    EXPECT_EQ(app::parseAmount("1.5e3 bytes"), 1500);
    EXPECT_EQ(app::parseAmount(" 4 MiB"), 4194304);
    EXPECT_EQ(app::parseAmount("2kB"), 2000);
    EXPECT_EQ(app::parseAmount("0"), 0);
    for (const auto* bad : {"", "MB", "-1", "1.2.3", "12 parsecs", "nan", "1e999"})
        EXPECT_EQ(app::parseAmount(bad), std::nullopt) << bad;
}

} // namespace
