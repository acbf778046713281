// SPDX-License-Identifier: Apache-2.0
// Files that can't be opened, aren't reports, or change while they are read.
#include "core/import/importer.h"

#include "core/error.h"
#include "tests/core/report_builder.h"

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace core {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A folder of its own for each test.
class ImportFile : public testing::Test {
protected:
    void SetUp() override
    {
        auto pattern = (fs::temp_directory_path() / "ridgepoint-import-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
    }
    void TearDown() override { fs::remove_all(m_folder); }

    fs::path write(const std::string& name, const std::string& bytes) const
    {
        const auto path = m_folder / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

    static std::string errorOf(const fs::path& path)
    {
        try {
            importFile(path);
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    }

    fs::path m_folder;
};

/// A report whose launches are larger than what is read at once, so that each is fetched on its own.
std::string reportOfLargeLaunches(int launches)
{
    std::vector<report::Block> blocks{{.names = {"note"}}};
    for (int i = 0; i < launches; ++i)
        blocks.push_back({.kernels = {{.function = "f", .metrics = {{0, std::string(1 << 20, 'x')}}}}});
    return report::encode(blocks);
}

TEST_F(ImportFile, ReadsAReportUnderAnyName)
{
    EXPECT_THAT(importFile(write("report.txt", report::sample())).kernels, SizeIs(5));
}

TEST_F(ImportFile, KeepsTheFilesNameWithoutItsFolder)
{
    EXPECT_EQ(importFile(write("report.ncu-rep", report::sample())).sources.at(0).file, "report.ncu-rep");
}

TEST_F(ImportFile, TextIsNotAReport)
{
    EXPECT_EQ(errorOf(write("notes.txt", "# To do\n")),
              "notes.txt isn't an Nsight Compute report (it starts with \"# To\"). "
              "Ridgepoint opens .ncu-rep, .nsight-cuprof-report and its own sessions.");
}

TEST_F(ImportFile, BytesThatCannotBeShownAreWrittenAsNumbers)
{
    EXPECT_THAT(errorOf(write("app.ncu-rep", "\x7F"
                                             "ELF")),
                HasSubstr("(it starts with \"\\x7FELF\")"));
}

TEST_F(ImportFile, EmptyFileIsNamed)
{
    EXPECT_EQ(errorOf(write("report.ncu-rep", "")), "report.ncu-rep is empty (0 bytes).");
}

TEST_F(ImportFile, FolderIsNamed)
{
    EXPECT_EQ(errorOf(m_folder), m_folder.string() + " is a folder; choose a file in it.");
}

TEST_F(ImportFile, MissingFileIsNamed)
{
    EXPECT_EQ(errorOf(m_folder / "gone.ncu-rep"), "There is no file " + (m_folder / "gone.ncu-rep").string() + ".");
}

TEST_F(ImportFile, PipeIsRefusedInsteadOfWaitedFor)
{
    const auto pipe = m_folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THAT(errorOf(pipe), HasSubstr("isn't a regular file"));
}

TEST_F(ImportFile, UnreadableFileIsNamedWithItsOwner)
{
    if (geteuid() == 0) GTEST_SKIP() << "root may read every file";
    const auto path = write("report.ncu-rep", report::sample());
    fs::permissions(path, fs::perms::none);
    EXPECT_THAT(errorOf(path), HasSubstr("No permission to read report.ncu-rep (owner "));
}

TEST_F(ImportFile, TenSparseGigabytesAreReadInAMomentWithANote)
{
    const auto path = write("report.ncu-rep", report::sample());
    fs::resize_file(path, 10'000'000'000);
    const auto begin = std::chrono::steady_clock::now();
    const auto session = importFile(path);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
    EXPECT_THAT(session.kernels, SizeIs(5));
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("zeros follow. 5 launches were read.")));
}

TEST_F(ImportFile, LaunchWithAHoleOfGigabytesIsLeftOut)
{
    // A header that promises one launch of 3,000,000,000 bytes, all of them in a hole of the file.
    const std::string header = {'\x10', 1, '\x28', '\x84', '\xBC', '\xC1', '\x96', '\x0B'};
    auto bytes = report::encode({{.kernels = {{.function = "f"}}}}) + std::string{8, 0, 0, 0} + header;
    for (const unsigned shift : {0U, 8U, 16U, 24U}) bytes += static_cast<char>(3'000'000'000U >> shift);
    const auto path = write("report.ncu-rep", bytes);
    fs::resize_file(path, bytes.size() + 3'000'000'000U);
    const auto session = importFile(path);
    EXPECT_THAT(session.kernels, SizeIs(1));
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("launch 1 (byte ")));
}

TEST_F(ImportFile, FileThatShrinksWhileItIsReadKeepsWhatWasReadBefore)
{
    const auto path = write("report.ncu-rep", reportOfLargeLaunches(4));
    const auto shrink = [&](double share) {
        if (share == 0.5) fs::resize_file(path, 1000);
    };
    const auto session = importFile(path, {.progress = shrink});
    EXPECT_THAT(session.kernels, SizeIs(2));
    EXPECT_THAT(session.notes, ElementsAre("report.ncu-rep was changed by another program while it was read. "
                                           "2 launches were read. Open it again."));
}

TEST_F(ImportFile, AFileReplacedWhileItIsReadIsNoted)
{
    const std::string lines = "{\"event\":\"session_started\"}\n{\"event\":\"session_finished\"}\n";
    for (const auto& [name, content] :
         {std::pair("a.ncu-rep", reportOfLargeLaunches(4)), {"a.ridgepoint.jsonl", lines}}) {
        const auto path = write(name, content);
        const auto other = write("other", content);
        const auto replace = [&](double) {
            if (fs::exists(other)) fs::rename(other, path);
        };
        const auto session = importFile(path, {.progress = replace});
        EXPECT_THAT(session.notes, testing::Contains(HasSubstr("was changed by another program while it was read")))
            << name;
    }
}

TEST_F(ImportFile, FileThatVanishesWhileItIsReadIsReadToItsEnd)
{
    const auto path = write("report.ncu-rep", reportOfLargeLaunches(4));
    const auto session = importFile(path, {.progress = [&](double) { fs::remove(path); }});
    EXPECT_THAT(session.kernels, SizeIs(4));
}

TEST_F(ImportFile, CountersOfAReplacedFileAreRefused)
{
    const auto path = write("report.ncu-rep", report::sample());
    const auto session = importFile(path);
    fs::rename(write("other.ncu-rep", report::sample()), path);
    EXPECT_THROW((void)session.allCounters(session.kernels.at(0)), Error);
}

TEST_F(ImportFile, CountersOfAFileThatWasWrittenToAreRefused)
{
    const auto path = write("report.ncu-rep", report::sample());
    const auto session = importFile(path);
    fs::last_write_time(path, fs::last_write_time(path) + std::chrono::milliseconds(1));
    EXPECT_THROW((void)session.allCounters(session.kernels.at(0)), Error);
}

TEST_F(ImportFile, CountersOfARemovedFileAreRefused)
{
    const auto path = write("report.ncu-rep", report::sample());
    const auto session = importFile(path);
    fs::remove(path);
    EXPECT_THROW((void)session.allCounters(session.kernels.at(0)), Error);
}

TEST_F(ImportFile, EveryRowOfTheTableHasANameAndPatterns)
{
    EXPECT_THAT(importers(), SizeIs(2));
    for (const auto& importer : importers()) {
        EXPECT_THAT(importer.name, Not(IsEmpty()));
        EXPECT_THAT(importer.patterns, testing::StartsWith("*."));
    }
}

} // namespace
} // namespace core
