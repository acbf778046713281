// SPDX-License-Identifier: Apache-2.0
// Reports that are cut short or damaged: a clear error or what was whole, with a note.
#include "core/error.h"
#include "core/import/ncu_report.h"
#include "tests/core/report_builder.h"

#include <gmock/gmock.h>

#include <random>

namespace core {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Session read(std::string_view bytes)
{
    return readNcuReport(bytes, "report.ncu-rep", {});
}

std::string errorOf(std::string_view bytes)
{
    try {
        read(bytes);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// Reads everything there is to read; whatever happens must be an Error or a usable session.
void readAll(std::string_view bytes)
{
    try {
        const auto session = read(bytes);
        for (const auto& kernel : session.kernels) {
            EXPECT_FALSE(session.device(kernel.device_id) == nullptr);
            (void)session.allCounters(kernel);
        }
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("report.ncu-rep"));
    }
}

TEST(DamagedReport, CutInsideALaunchKeepsTheLaunchesBefore)
{
    const auto whole = report::sample();
    const auto session = read(std::string_view(whole).substr(0, whole.size() - 10));
    EXPECT_THAT(session.kernels, SizeIs(4));
    EXPECT_THAT(session.notes, ElementsAre(testing::AllOf(HasSubstr("report.ncu-rep ends inside launch 4 (byte "),
                                                          HasSubstr("4 launches were read."),
                                                          HasSubstr("Copy it again or re-export it."))));
}

TEST(DamagedReport, CutBeforeTheFirstLaunchIsAnErrorWithThePlace)
{
    const auto whole = report::sample();
    EXPECT_EQ(errorOf(std::string_view(whole).substr(0, 12)),
              "report.ncu-rep ends inside block 0 (byte 10). No launch was read. Copy it again or re-export it.");
}

TEST(DamagedReport, CutAtEveryByteGivesAnErrorOrThePrefixOfLaunches)
{
    const auto whole = report::sample();
    const auto all = read(whole).kernels;
    for (std::size_t size = 4; size < whole.size(); ++size) {
        const auto cut = std::string_view(whole).substr(0, size);
        try {
            const auto session = read(cut);
            ASSERT_LE(session.kernels.size(), all.size());
            for (std::size_t i = 0; i < session.kernels.size(); ++i) {
                ASSERT_EQ(session.kernels[i].name, all[i].name) << "cut at " << size;
                ASSERT_EQ(session.kernels[i].launch, all[i].launch) << "cut at " << size;
                ASSERT_EQ(session.allCounters(session.kernels[i]).all().size(), 7U - 6U * (i == 3)) << size;
            }
        } catch (const Error& error) {
            ASSERT_THAT(error.what(), HasSubstr("report.ncu-rep ends inside ")) << "cut at " << size;
            ASSERT_THAT(error.what(), HasSubstr("(byte ")) << "cut at " << size;
        }
    }
}

TEST(DamagedReport, TenThousandMutantsAreReadOrRefused)
{
    std::mt19937 random(20260101); // NOLINT(bugprone-random-generator-seed): the same mutants every time
    const auto whole = report::sample();
    for (int i = 0; i < 10'000; ++i) {
        auto mutant = whole;
        const auto changes = 1 + random() % 8;
        for (std::uint32_t change = 0; change < changes; ++change) {
            const auto at = 4 + random() % (mutant.size() - 4);
            switch (random() % 4) {
            case 0: mutant[at] = static_cast<char>(random()); break;
            case 1: mutant[at] = static_cast<char>(mutant[at] ^ (1 << random() % 8)); break;
            case 2: mutant[at] = '\xFF'; break;
            default: mutant.erase(at, 1 + random() % 16);
            }
        }
        readAll(mutant);
    }
}

TEST(DamagedReport, DamagedLaunchIsLeftOutAndTheOthersKeepTheirPlace)
{
    auto blocks = report::sampleBlocks();
    blocks[2].kernels[0].mangled = std::string(50, 'x');
    auto bytes = report::encode(blocks);
    bytes[bytes.find(std::string(50, 'x')) - 2] = '\0'; // where the field number of that name was: none is 0
    const auto session = read(bytes);
    EXPECT_THAT(session.kernels, SizeIs(4));
    EXPECT_EQ(session.kernels.at(0).index, 1U);
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("launch 0 (byte ")));
    EXPECT_THAT(session.allCounters(session.kernels.at(0)).all(), SizeIs(7));
}

TEST(DamagedReport, ABlockThatHoldsMoreOrFewerRecordsThanItsHeaderCountsIsNoted)
{
    const auto whole = report::encode({{.kernels = {{.function = "first"}}},
                                       {.sources = {"source"}, .kernels = {{.function = "second"}}},
                                       {.kernels = {{.function = "third"}}}});
    const auto counts = whole.rfind(std::string_view("\x08\x01\x10\x01", 4), whole.find("source")); // one of each
    ASSERT_NE(counts, std::string::npos);
    for (const auto& [at, count] : {std::pair(1, '\0'), {1, '\3'}, {3, '\0'}, {3, '\5'}}) {
        auto bytes = whole;
        bytes[counts + static_cast<std::size_t>(at)] = count;
        const auto session = read(bytes);
        ASSERT_THAT(session.kernels, SizeIs(1)) << at;
        EXPECT_EQ(session.kernels[0].name, "first");
        EXPECT_THAT(session.notes, ElementsAre(HasSubstr("is damaged in block 1 (byte "))) << at;
    }
}

TEST(DamagedReport, LengthBeyondTheFileIsNotAllocated)
{
    auto bytes = report::encode({{.kernels = {{.function = "f"}}}});
    bytes.replace(10, 4, "\xFF\xFF\xFF\xFF"); // the size of the first block header: 4 GB
    EXPECT_THAT(errorOf(bytes), HasSubstr("ends inside block 0 (byte 10)"));
}

TEST(DamagedReport, TensorCounterWithoutItsSuffixIsJustAnotherCounter)
{
    const auto bytes = report::encode({{.names = {"sm__ops_path_tensor_"}, .kernels = {{.metrics = {{0, 1.0}}}}}});
    const auto session = read(bytes);
    EXPECT_EQ(session.allCounters(session.kernels.at(0)).number(Name("sm__ops_path_tensor_")), 1.0);
}

TEST(DamagedReport, ZerosBehindTheLastBlockAreNamed)
{
    const auto session = read(report::sample() + std::string(100'000, '\0'));
    EXPECT_THAT(session.kernels, SizeIs(5));
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("zeros follow. 5 launches were read.")));
}

TEST(DamagedReport, TextBehindTheLastBlockIsNamed)
{
    const auto session = read(report::sample() + std::string("\0\0\0\0text", 8));
    EXPECT_THAT(session.kernels, SizeIs(5));
    EXPECT_THAT(session.notes, ElementsAre(HasSubstr("is damaged in block 10")));
}

} // namespace
} // namespace core
