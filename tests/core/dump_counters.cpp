// SPDX-License-Identifier: Apache-2.0
// Prints every counter of a report, one launch a line as JSON: {"name": .., "counters": {"x": value}, "instances":
// {"x": n}}. Doubles are printed with 17 digits, so that they come back bit for bit; NaN is the text "nan".
#include "core/import/importer.h"

#include <boost/json.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <string>

namespace {

std::string inQuotes(std::string_view text)
{
    return boost::json::serialize(boost::json::string(text));
}

std::string valueText(const core::CounterValue& value)
{
    if (const auto text = value.text()) return inQuotes(*text);
    if (const auto whole = value.whole()) return std::to_string(*whole);
    const auto real = value.real().value_or(0);
    if (!std::isfinite(real)) return std::isnan(real) ? "\"nan\"" : real > 0 ? "\"inf\"" : "\"-inf\"";
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", real);
    return text;
}

void printLaunch(const core::Session& session, const core::KernelMeasurement& kernel)
{
    const auto counters = session.allCounters(kernel);
    std::string line =
        "{\"name\":" + inQuotes(kernel.name) + ",\"function\":" + inQuotes(kernel.function) + ",\"counters\":{";
    const char* comma = "";
    for (const auto& counter : counters.all()) {
        line += comma + inQuotes(counter.name().text()) + ":" + valueText(counter.value());
        comma = ",";
    }
    line += "},\"instances\":{";
    comma = "";
    for (const auto& [name, instances] : counters.allInstanced()) {
        line += comma + inQuotes(name.text()) + ":" + std::to_string(instances.size());
        comma = ",";
    }
    std::puts((line + "}}").c_str());
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fputs("usage: dump_counters REPORT\n", stderr);
        return 2;
    }
    try {
        const auto session = core::importFile(argv[1]);
        for (const auto& kernel : session.kernels) printLaunch(session, kernel);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
