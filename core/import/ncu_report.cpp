// SPDX-License-Identifier: Apache-2.0
#include "core/import/ncu_report.h"

#include "core/damaged_launch.h"
#include "core/import/ncu_notes.h"
#include "core/import/ncu_result.h"
#include "core/import/ncu_wire.h"

#include <protozero/exception.hpp>

#include <memory>
#include <utility>

namespace core {
namespace {

/// Opens the bytes again that a session was read from; throws Error if they are no longer the same.
using Reopen = std::function<std::unique_ptr<ByteSource>()>;

class NcuCounterReader final : public CounterReader {
public:
    NcuCounterReader(std::string fileName, Reopen reopen, std::vector<ncu::ResultEntry> results,
                     std::vector<Name> names)
        : m_file_name(std::move(fileName)), m_reopen(std::move(reopen)), m_results(std::move(results)),
          m_names(std::move(names))
    {}

    [[nodiscard]] CounterSet read(std::uint64_t kernelIndex) const override
    {
        const auto launch = "launch " + std::to_string(kernelIndex);
        if (kernelIndex >= m_results.size()) throw Error(m_file_name + " has no " + launch + ".");
        const auto& entry = m_results[kernelIndex];
        const auto source = m_reopen();
        try {
            return ncu::readAllCounters(*source, entry, m_names);
        } catch (const protozero::exception&) {
            throw DamagedLaunch(m_file_name + " is damaged in the counters of " + launch + " (byte " +
                                ncu::grouped(entry.message.offset) + "). Copy it again or re-export it.");
        }
    }

private:
    std::string m_file_name;
    Reopen m_reopen;
    std::vector<ncu::ResultEntry> m_results;
    std::vector<Name> m_names;
};

/// Decodes the results one by one; the damaged ones go to `losses`.
std::vector<KernelMeasurement> readResults(const ByteSource& source, ncu::Container& container, ncu::Losses& losses,
                                           const ImportOptions& options)
{
    const auto names = ncu::knownNames(container.names);
    ncu::ResultReader reader(source, names, container.devices);
    std::vector<KernelMeasurement> kernels;
    kernels.reserve(container.results.size());
    for (std::size_t i = 0; i < container.results.size(); ++i) {
        if (options.stop.stop_requested()) throw Error("Reading " + losses.file + " was cancelled.");
        if (options.progress) options.progress(static_cast<double>(i) / static_cast<double>(container.results.size()));
        const auto& entry = container.results[i];
        try {
            auto& kernel = kernels.emplace_back(reader.read(entry));
            kernel.index = i;
        } catch (const protozero::exception&) {
            losses.results.push_back({ncu::Damage::Kind::Garbage, entry.message.offset, "launch " + std::to_string(i)});
        }
    }
    losses.nameless_counters = reader.namelessCounters();
    return kernels;
}

Session readReport(const ByteSource& source, const std::string& fileName, ncu::Losses& losses, Reopen reopen,
                   const ImportOptions& options)
{
    losses.file = fileName;
    losses.file_bytes = source.size();
    auto container = ncu::readContainer(source, options);
    Session session;
    session.kernels = readResults(source, container, losses, options);
    session.devices = container.devices.inOrder();
    container.source.file = fileName;
    container.source.tool = "Nsight Compute";
    losses.container = container.damage;
    losses.results_read = session.kernels.size();
    losses.unknown_records = container.unknown_records;
    losses.tool_version = container.source.tool_version;
    session.sources.push_back(std::move(container.source));
    session.counter_reader = std::make_shared<NcuCounterReader>(
        fileName, std::move(reopen), std::move(container.results), std::move(container.names));
    return session;
}

/// Adds the notes; throws the first of them as Error if nothing was read.
Session finished(Session session, const ncu::Losses& losses)
{
    session.notes = ncu::lossNotes(losses);
    const bool damaged = losses.changed || losses.container || !losses.results.empty();
    if (session.kernels.empty() && damaged) throw Error(session.notes.front());
    return session;
}

} // namespace

bool isNcuReport(std::string_view firstBytes)
{
    return firstBytes.starts_with(std::string_view(ncu::magic, sizeof(ncu::magic)));
}

Session readNcuReport(const std::filesystem::path& file, const ImportOptions& options)
{
    const FileSource source(file);
    const auto name = shownName(file, options);
    const Reopen reopen = [file, name, identity = source.identity()]() -> std::unique_ptr<ByteSource> {
        auto again = std::make_unique<FileSource>(file);
        if (again->identity() != identity)
            throw Error(name + " was changed or replaced since it was opened. Open it again.");
        return again;
    };
    ncu::Losses losses;
    auto session = readReport(source, name, losses, reopen, options);
    losses.changed = source.changed();
    return finished(std::move(session), losses);
}

Session readNcuReport(std::string_view report, const std::string& fileName, const ImportOptions& options)
{
    const Reopen reopen = [report]() -> std::unique_ptr<ByteSource> { return std::make_unique<MemorySource>(report); };
    ncu::Losses losses;
    auto session = readReport(MemorySource(report), fileName, losses, reopen, options);
    return finished(std::move(session), losses);
}

} // namespace core
