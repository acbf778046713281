// SPDX-License-Identifier: Apache-2.0
// How long a report takes to open, and how much memory it keeps. The targets: kernels_full (21 MB) 30 ms, many (248 MB)
// 250 ms, a report of 1 GB that is mostly blobs 500 ms, each warm; 16 bytes a decoded counter + 64 MB of RssAnon.
// With the list written as JSON: kernels_full 40 ms, many 300 ms.
#include "core/import/importer.h"
#include "core/listing.h"
#include "tests/core/corpus.h"
#include "tests/core/report_builder.h"

#include <benchmark/benchmark.h>

#include <malloc.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

/// A file that lives as long as the program.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& name)
        : m_path(fs::temp_directory_path() / (name + "-" + std::to_string(getpid()) + ".ncu-rep"))
    {}
    ~TemporaryFile() { fs::remove(m_path); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// Memory that is this process's own, in bytes. The whole of RSS also counts pages of files.
double anonymousMemory()
{
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        if (word != "RssAnon:") continue;
        double kilobytes = 0;
        status >> kilobytes;
        return kilobytes * 1024;
    }
    return 0;
}

std::uint64_t decodedCounters(const core::Session& session)
{
    std::uint64_t count = 0;
    for (const auto& kernel : session.kernels) {
        count += kernel.counters.all().size();
        for (const auto& instanced : kernel.counters.allInstanced()) count += instanced.instances.size();
    }
    return count;
}

/// What a session adds to this process's memory; what earlier work has freed goes back to the system first.
void countMemory(benchmark::State& state, const fs::path& path)
{
    malloc_trim(0);
    const auto before = anonymousMemory();
    const auto session = core::importFile(path);
    const auto grown = anonymousMemory() - before;
    const auto counters = static_cast<double>(decodedCounters(session));
    state.counters["launches"] = static_cast<double>(session.kernels.size());
    state.counters["counters"] = counters;
    state.counters["RssAnon_MB"] = grown / 1e6;
    state.counters["bytes_per_counter"] = grown / counters;
}

void open(benchmark::State& state, const fs::path& path)
{
    countMemory(state, path);
    for (auto _ : state) benchmark::DoNotOptimize(core::importFile(path));
}

/// Reads the file and writes all that `ridgepoint list --format json` does.
void list(benchmark::State& state, const fs::path& path)
{
    std::size_t bytes = 0;
    for (auto _ : state) {
        std::ostringstream out;
        core::listJson(out, core::importFile(path));
        bytes = out.str().size();
    }
    state.counters["json_MB"] = static_cast<double>(bytes) / 1e6;
}

using Work = void (*)(benchmark::State&, const fs::path&);

void onCorpus(benchmark::State& state, Work work, const std::string& name)
{
    const auto packed = core::test::corpus / "h200" / (name + ".ncu-rep.xz");
    if (!fs::exists(packed)) return state.SkipWithError("the corpus of reports is missing");
    const TemporaryFile file(name);
    std::ofstream(file.path(), std::ios::binary) << core::test::unpacked(packed);
    work(state, file.path());
}

/// 400 launches with 2.5 MB of source and sections each, as files with imported sources have them.
void writeGigabyte(const fs::path& path)
{
    constexpr std::size_t blobBytes = 1'250'000;
    report::Block block{.sources = {std::string(blobBytes, 's')},
                        .kernels = {{.function = "f", .section_bytes = blobBytes}}};
    for (std::uint32_t i = 0; i < 300; ++i) block.kernels[0].metrics.push_back({i, 1.5 * i});
    report::Block names{.names = {"gpu__time_duration.sum", "dram__bytes_read.sum", "launch__registers_per_thread"}};
    for (int i = 3; i < 300; ++i) names.names.push_back("sm__counter_" + std::to_string(i) + ".sum");

    const auto head = report::encode({names});
    const auto launch = report::encode({block}).substr(report::encode({}).size());
    std::ofstream file(path, std::ios::binary);
    file << head;
    for (int i = 0; i < 400; ++i) file << launch;
}

void openGigabyte(benchmark::State& state)
{
    const TemporaryFile file("gigabyte");
    writeGigabyte(file.path());
    open(state, file.path());
}

BENCHMARK_CAPTURE(onCorpus, open_kernels_full, open, "kernels_full")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(onCorpus, open_torch_roofline, open, "torch_roofline")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(onCorpus, open_many, open, "many")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(onCorpus, list_kernels_full, list, "kernels_full")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(onCorpus, list_many, list, "many")->Unit(benchmark::kMillisecond);
BENCHMARK(openGigabyte)->Unit(benchmark::kMillisecond);

} // namespace
