// SPDX-License-Identifier: Apache-2.0
// ridgepoint-capture: measures what this machine's GPU can do. Events on stdout, a log for people on stderr.
#include "kernels/capture/ceilings_command.h"
#include "kernels/capture/device_query.h"
#include "kernels/capture/experiments_command.h"
#include "kernels/capture/kernels_command.h"

#include <boost/algorithm/string/split.hpp>
#include <boost/program_options.hpp>

#include <linux/close_range.h>
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>

namespace {

namespace options = boost::program_options;

enum ExitCode : int { success = 0, failure = 1, wrongUsage = 2, interrupted = 130 };

volatile std::sig_atomic_t stopAsked = 0;

void askToStop(int)
{
    stopAsked = 1;
}

options::options_description visibleOptions()
{
    options::options_description visible("Options");
    auto add = visible.add_options();
    add("help", "print this");
    add("version", "print the version");
    add("device", options::value<std::string>()->default_value(""), "ordinal, or the beginning of a UUID");
    add("out", options::value<std::string>()->default_value(""), "write the events into this file");
    add("only", options::value<std::vector<std::string>>()->multitoken()->default_value({}, ""),
        "ceilings: names, or beginnings of names (--only dram l2 tensor_bf16); experiments: names");
    add("quick", "ceilings: all in about 15 s (default); experiments: in about 12 s (default)");
    add("thorough", "ceilings: more repeats, in about 60 s; kernels, experiments: more repeats");
    add("family", options::value<std::vector<std::string>>()->multitoken()->default_value({}, ""),
        "kernels: families, also with commas (--family copy,triad)");
    add("variant", options::value<std::vector<std::string>>()->multitoken()->default_value({}, ""),
        "kernels: variants, by name or as in transpose.padded");
    add("size", options::value<std::string>()->default_value("large"), "kernels: small, medium, large, awkward or all");
    add("counters", options::value<std::string>()->default_value("base"),
        "kernels: base (time, bytes, FLOP: 2 passes on an H200, 3 with tensor cores) or full (and stalls: 15)");
    add("no-counters", "kernels: time and algorithmic work alone");
    add("list", "kernels: name families, variants and sizes; experiments: name them");
    return visible;
}

options::variables_map parse(int argc, char** argv)
{
    options::options_description all;
    auto hidden = all.add(visibleOptions()).add_options();
    hidden("command", options::value<std::string>()->default_value(""));
    hidden("continue-after", options::value<std::string>()->default_value(""));
    hidden("longest-item", options::value<double>()->default_value(30)); // seconds
    options::positional_options_description positions;
    positions.add("command", 1);
    options::variables_map values;
    options::store(options::command_line_parser(argc, argv).options(all).positional(positions).run(), values);
    options::notify(values);
    return values;
}

int printUsage(std::ostream& out, int code)
{
    out << "usage: ridgepoint-capture device | list | ceilings | kernels | experiments [OPTION...]\n"
           "  device       describe the GPUs, or the one chosen\n"
           "  list         name the ceilings that can be measured\n"
           "  ceilings     measure them\n"
           "  kernels      check, time and count the kernels of the library\n"
           "  experiments  sweep one condition each, beside what a model says\n"
        << visibleOptions();
    return code;
}

int describeDevice(const options::variables_map& values)
{
    const auto chosen = values["device"].as<std::string>();
    std::vector<std::string> selections{chosen};
    if (chosen.empty()) {
        selections.resize(static_cast<std::size_t>(capture::deviceCount()));
        for (std::size_t ordinal = 0; auto& selection : selections) selection = std::to_string(ordinal++);
    }
    std::vector<core::Device> devices;
    for (const auto& selection : selections) devices.push_back(capture::queryDevice(selection).gpu.device);
    capture::EventStream events(values["out"].as<std::string>(), capture::EventStream::Mode::Create);
    for (const auto& device : devices) events.write(device);
    return success;
}

int listBenchmarks()
{
    for (const auto& benchmark : harness::allBenchmarks()) std::puts(benchmark.name.c_str());
    return success;
}

/// A lost context stays lost for as long as the process lives: go on in a fresh one, which writes to the same stream.
/// From any thread: one that waits for a kernel without end doesn't come back.
[[noreturn]] void continueInFreshProcess(char** argv, const std::string& lastItem)
{
    std::vector<char*> arguments;
    for (auto** argument = argv; *argument; ++argument) {
        if (std::string_view(*argument).starts_with("--continue-after")) continue;
        arguments.push_back(*argument);
    }
    std::string option = "--continue-after=" + lastItem;
    arguments.push_back(option.data());
    arguments.push_back(nullptr);
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC); // what runs on the GPU ends with the driver's files
    execv("/proc/self/exe", arguments.data());
    std::perror("ridgepoint-capture: can't go on after a failed item");
    std::_Exit(failure);
}

int exitCode(const capture::RunResult& result, char** argv)
{
    switch (result.outcome) {
    case capture::Outcome::Finished: return success;
    case capture::Outcome::Cancelled: return interrupted;
    case capture::Outcome::ContextLost: continueInFreshProcess(argv, result.last_item);
    case capture::Outcome::SomeFailed: break;
    }
    return failure;
}

capture::EventStream eventsOf(const options::variables_map& values)
{
    using Mode = capture::EventStream::Mode;
    const bool isBeginning = values["continue-after"].as<std::string>().empty();
    return {values["out"].as<std::string>(), isBeginning ? Mode::Create : Mode::Append};
}

int measureCeilings(const options::variables_map& values, char** argv)
{
    const capture::CeilingsRequest request{
        .device = values["device"].as<std::string>(),
        .only = values["only"].as<std::vector<std::string>>(),
        .effort = values.count("thorough") ? harness::thorough : harness::quick,
        .continue_after = values["continue-after"].as<std::string>(),
        .out = values["out"].as<std::string>(),
    };
    // What can be refused is refused before a file of this name is replaced.
    static_cast<void>(capture::chosenBenchmarks(request.only));
    static_cast<void>(capture::queryDevice(request.device));
    auto events = eventsOf(values);
    return exitCode(capture::runCeilings(request, events, [] { return stopAsked != 0; }), argv);
}

/// A command's list of names, which may be separated by commas, too.
std::vector<std::string> namesOf(const options::variables_map& values, const char* option)
{
    std::vector<std::string> names;
    for (const auto& text : values[option].as<std::vector<std::string>>()) {
        std::vector<std::string> parts;
        boost::split(parts, text, [](char c) { return c == ','; });
        for (auto& part : parts)
            if (!part.empty()) names.push_back(std::move(part));
    }
    return names;
}

std::optional<core::CounterLevel> countersOf(const options::variables_map& values)
{
    if (values.count("no-counters")) return std::nullopt;
    const auto level = values["counters"].as<std::string>();
    if (level == "base") return core::CounterLevel::Base;
    if (level == "full") return core::CounterLevel::Full;
    throw capture::UnknownName("there are no counters '" + level + "'; there are base, full");
}

/// Events for programs on stdout, the same for people on stderr.
int listFamilies()
{
    for (const auto& family : harness::kernelLibrary()) {
        std::puts(core::toJsonLine(capture::familyEvent(family)).c_str());
        std::fprintf(stderr, "%-14s %s\n", family.name.c_str(), family.formula.c_str());
        for (const auto& variant : family.variants)
            std::fprintf(stderr, "  %-14s %s\n", variant.name.c_str(), variant.step.c_str());
        for (const auto& size : family.sizes)
            std::fprintf(stderr, "  --size %-9s %s\n", size.name.c_str(), size.text.c_str());
    }
    return success;
}

/// For programs; what can't be told is left out: the list needs no GPU.
void listPasses(const std::string& device)
{
    for (const auto level : {core::CounterLevel::Base, core::CounterLevel::Full}) {
        try {
            std::puts(core::toJsonLine(capture::passesOf(level, device)).c_str());
        } catch (const core::Error& error) {
            std::fprintf(stderr, "passes of the counters aren't known: %s\n", error.what());
            return;
        }
    }
}

int measureKernels(const options::variables_map& values, char** argv)
{
    if (values.count("list")) {
        listPasses(values["device"].as<std::string>());
        return listFamilies();
    }
    const capture::KernelsRequest request{
        .device = values["device"].as<std::string>(),
        .families = namesOf(values, "family"),
        .variants = namesOf(values, "variant"),
        .size = values["size"].as<std::string>(),
        .counters = countersOf(values),
        .effort = values.count("thorough") ? harness::thorough : harness::quick,
        .continue_after = values["continue-after"].as<std::string>(),
        .longest_item_s = values["longest-item"].as<double>(),
        .restart = [argv](const std::string& item) { continueInFreshProcess(argv, item); },
    };
    // What can be refused is refused before a file of this name is replaced.
    const auto items = capture::chosenItems(harness::kernelLibrary(), request);
    static_cast<void>(capture::queryDevice(request.device));
    auto events = eventsOf(values);
    return exitCode(capture::runKernels(items, request, events, [] { return stopAsked != 0; }), argv);
}

/// Events for programs on stdout, the same for people on stderr.
int listExperiments()
{
    for (const auto& experiment : harness::allExperiments()) {
        std::puts(core::toJsonLine(experiment.about).c_str());
        std::fprintf(stderr, "%-14s %s\n", experiment.about.name.c_str(), experiment.about.lesson.c_str());
    }
    return success;
}

int measureExperiments(const options::variables_map& values, char** argv)
{
    if (values.count("list")) return listExperiments();
    const capture::ExperimentsRequest request{
        .device = values["device"].as<std::string>(),
        .only = namesOf(values, "only"),
        .effort = values.count("thorough") ? harness::thoroughPoint : harness::quickPoint,
        .continue_after = values["continue-after"].as<std::string>(),
        .longest_item_s = values["longest-item"].as<double>(),
        .restart = [argv](const std::string& item) { continueInFreshProcess(argv, item); },
    };
    // What can be refused is refused before a file of this name is replaced.
    const auto experiments = capture::chosenExperiments(harness::allExperiments(), request.only);
    static_cast<void>(capture::queryDevice(request.device));
    auto events = eventsOf(values);
    return exitCode(capture::runExperiments(experiments, request, events, [] { return stopAsked != 0; }), argv);
}

int run(int argc, char** argv)
{
    const auto values = parse(argc, argv);
    const auto command = values["command"].as<std::string>();
    if (values.count("help")) return printUsage(std::cout, success);
    if (values.count("version")) return std::puts("ridgepoint-capture " RIDGEPOINT_VERSION) < 0;
    if (command == "device") return describeDevice(values);
    if (command == "list") return listBenchmarks();
    if (command == "ceilings") return measureCeilings(values, argv);
    if (command == "kernels") return measureKernels(values, argv);
    if (command == "experiments") return measureExperiments(values, argv);
    return printUsage(std::cerr, wrongUsage);
}

/// What was freed is kept for the next: the system would map and clear host copies of a gigabyte anew each time, which
/// takes longer than to fill them.
void keepFreedMemory()
{
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
}

} // namespace

int main(int argc, char** argv)
{
    keepFreedMemory();
    std::signal(SIGINT, askToStop);
    std::signal(SIGTERM, askToStop);
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe comes back from the write
    try {
        return run(argc, argv);
    } catch (const options::error& error) {
        std::fprintf(stderr, "ridgepoint-capture: %s\n", error.what());
        return wrongUsage;
    } catch (const capture::UnknownName& error) {
        std::fprintf(stderr, "ridgepoint-capture: %s\n", error.what());
        return wrongUsage;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ridgepoint-capture: %s\n", error.what());
        return failure;
    }
}
