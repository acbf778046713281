// SPDX-License-Identifier: Apache-2.0
#include "core/roofs.h"

#include "core/tensor_counters.h"

#include <algorithm>

namespace core {
namespace {

using enum ResourceKind;

enum class Domain { Sm, L2, Dram, Link };

/// Amounts per clock of the domain: from a peak_sustained counter, or a fact about all chips that we know.
struct RoofRow {
    ResourceKind resource;
    Domain domain;
    Expression per_clock;
    int from_capability; ///< CC x 10 of the first chip it holds for
    int to_capability;   ///< and of the last
};

constexpr int anyCapability = 1000;

/// In order of preference. Sources: peaks as Nsight Compute's own rooflines use them (sections SpeedOfLight_*);
/// the data pipe's 128 B and 4 schedulers: CUDA C++ Programming Guide, compute capabilities; 16 special function
/// lanes: there, arithmetic throughput table. L2 writes and fabric: half of the reads, measured on an H200 only.
const std::vector<RoofRow>& roofTable()
{
    const auto row = [](ResourceKind kind, Domain domain, const char* text, int from = 0, int to = anyCapability) {
        return RoofRow{kind, domain, Expression(text), from, to};
    };
    static const std::vector<RoofRow> rows = {
        row(Dram, Domain::Dram, "dram__bytes.sum.peak_sustained"),
        row(L2Read, Domain::L2, "lts__lts2xbar_cycles_active.sum.peak_sustained * 32"),
        row(L2Read, Domain::L2, "l1tex__m_xbar2l1tex_read_bytes.sum.peak_sustained"),
        row(L2Write, Domain::L2, "lts__lts2xbar_cycles_active.sum.peak_sustained * 16", 90, 90),
        row(L2Fabric, Domain::L2, "lts__lts2xbar_cycles_active.sum.peak_sustained * 16", 90, 90),
        row(L1, Domain::Sm, "128 * sms"),
        row(Shared, Domain::Sm, "128 * sms"),
        row(L1Shared, Domain::Sm, "128 * sms"),
        row(Fp64, Domain::Sm, "2 * sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained"),
        row(Fp32, Domain::Sm, "2 * sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained"),
        row(Fp16, Domain::Sm, "4 * sm__sass_thread_inst_executed_op_hfma_pred_on.sum.peak_sustained"),
        row(Xu, Domain::Sm, "16 * sms"),
        row(Issue, Domain::Sm, "4 * sms"),
        // What a chip does a clock, for reports without peaks: CUDA C++ Programming Guide, arithmetic throughput.
        row(Fp64, Domain::Sm, "64 * sms", 70, 70),
        row(Fp64, Domain::Sm, "4 * sms", 75, 75),
        row(Fp64, Domain::Sm, "64 * sms", 80, 80),
        row(Fp64, Domain::Sm, "4 * sms", 86, 89),
        row(Fp64, Domain::Sm, "128 * sms", 90, 100),
        row(Fp64, Domain::Sm, "4 * sms", 103, 121),
        row(Fp32, Domain::Sm, "128 * sms", 70, 80),
        row(Fp32, Domain::Sm, "256 * sms", 86, 121),
        // Integer operations: one of an instruction of the ALU pipe, two of a multiply-add (64 a clock and SM).
        row(Alu, Domain::Sm, "64 * sms", 70, 103),
        row(Alu, Domain::Sm, "128 * sms", 120, 121),
        row(IntMad, Domain::Sm, "128 * sms", 70, 121),
    };
    return rows;
}

const Expression& smClock()
{
    static const Expression clock("smsp__cycles_elapsed.avg.per_second");
    return clock;
}
const Expression& smClockByUnit()
{
    static const Expression clock("sm__cycles_elapsed.avg.per_second");
    return clock;
}
/// What Nsight Compute shows as the SM frequency up to 2023: GPCs and their SMs share a clock.
const Expression& smClockByGpc()
{
    static const Expression clock("gpc__cycles_elapsed.avg.per_second");
    return clock;
}
const Expression& l2Clock()
{
    static const Expression clock("lts__cycles_elapsed.avg.per_second");
    return clock;
}
const Expression& dramClock()
{
    static const Expression clock("dram__cycles_elapsed.avg.per_second");
    return clock;
}

std::optional<double> positive(const Expression& expression, const KernelMeasurement& kernel)
{
    const auto value = expression.evaluate(kernel, nullptr);
    return value && value->value > 0 ? std::optional(value->value) : std::nullopt;
}

std::optional<double> clockOf(Domain domain, const Clocks& clocks)
{
    switch (domain) {
    case Domain::Sm: return clocks.sm_hz;
    case Domain::L2: return clocks.l2_hz;
    case Domain::Dram: return clocks.dram_hz;
    case Domain::Link: break; // nothing tells it
    }
    return std::nullopt;
}

Domain domainOf(const Resource& resource)
{
    switch (resource.kind) {
    case DramRead:
    case DramWrite:
    case Dram: return Domain::Dram;
    case ResourceKind::L2:
    case L2Read:
    case L2Write:
    case L2Atomic:
    case L2Fabric: return Domain::L2;
    case HostLink:
    case PeerLink: return Domain::Link;
    default: return Domain::Sm;
    }
}

std::optional<double>& clockField(Ceiling& ceiling, Domain domain)
{
    switch (domain) {
    case Domain::L2: return ceiling.l2_clock_hz;
    case Domain::Dram: return ceiling.memory_clock_hz;
    default: return ceiling.sm_clock_hz;
    }
}

std::string_view clockName(Domain domain)
{
    switch (domain) {
    case Domain::L2: return "L2 clock";
    case Domain::Dram: return "DRAM clock";
    default: return "SM clock";
    }
}

Ceiling computed(Resource resource, Domain domain, double perClock, double clock_hz, const std::string& from)
{
    Ceiling ceiling{.resource = std::move(resource), .rate_per_s = perClock * clock_hz, .origin = Origin::Computed};
    clockField(ceiling, domain) = clock_hz;
    ceiling.method = from + " * " + std::string(clockName(domain));
    return ceiling;
}

int capabilityOf(const Device* device)
{
    if (!device || !device->compute_capability) return -1;
    return device->compute_capability->major * 10 + device->compute_capability->minor;
}

bool holdsFor(const RoofRow& row, int capability)
{
    if (row.from_capability == 0 && row.to_capability == anyCapability) return true;
    return capability >= row.from_capability && capability <= row.to_capability;
}

bool has(const std::vector<Ceiling>& ceilings, ResourceKind kind)
{
    return std::ranges::any_of(ceilings, [kind](const Ceiling& ceiling) { return ceiling.resource.kind == kind; });
}

/// Double data rate on the bus: 6016 bit at 3.20 GHz are 4.81 TB/s (H200); GDDR clocks are reported likewise.
std::optional<Ceiling> dramByAttributes(const Device* device)
{
    if (!device || !device->max_memory_clock_hz) return std::nullopt;
    if (device->memory_bus_bits.value_or(0) == 0) return std::nullopt; // a session line can say anything
    return computed({Dram}, Domain::Dram, 2.0 * *device->memory_bus_bits / 8, *device->max_memory_clock_hz,
                    "2 * bus width");
}

void addTensor(std::vector<Ceiling>& ceilings, const KernelMeasurement& kernel, double clock_hz)
{
    for (const auto& leaf : tensorLeaves(kernel)) {
        const auto peak = collected(kernel, leaf.peak);
        if (peak && *peak > 0)
            ceilings.push_back(computed(leaf.resource, Domain::Sm, *peak, clock_hz, std::string(leaf.peak.text())));
    }
}

} // namespace

std::optional<double> countedSmClock(const KernelMeasurement& kernel)
{
    for (const auto* expression : {&smClock(), &smClockByUnit(), &smClockByGpc()})
        if (const auto clock = positive(*expression, kernel)) return clock;
    return std::nullopt;
}

Clocks launchClocks(const KernelMeasurement& kernel, const Device* device)
{
    const auto sm_hz = kernel.sm_clock_hz ? kernel.sm_clock_hz : countedSmClock(kernel);
    Clocks clocks{sm_hz, positive(l2Clock(), kernel), positive(dramClock(), kernel)};
    // Without a count the maximum is assumed: what it gives is still a lower bound of the time.
    if (device && device->max_sm_clock_hz)
        clocks.sm_hz = std::min(clocks.sm_hz.value_or(*device->max_sm_clock_hz), *device->max_sm_clock_hz);
    // Cycles of DRAM are counted too low in short launches (a V100: 707 of 877 MHz in 5 us); its clock doesn't change.
    if (clockIsUnreliable(kernel) && device && device->max_memory_clock_hz)
        clocks.dram_hz = std::max(clocks.dram_hz.value_or(0), *device->max_memory_clock_hz);
    return clocks;
}

bool clockIsUnreliable(const KernelMeasurement& kernel)
{
    constexpr double shortestTrusted_s = 20e-6;
    return kernel.duration_s && *kernel.duration_s < shortestTrusted_s;
}

std::vector<Ceiling> reportCeilings(const KernelMeasurement& kernel, const Device* device, const Clocks& clocks)
{
    std::vector<Ceiling> ceilings;
    const int capability = capabilityOf(device);
    for (const auto& row : roofTable()) {
        const auto clock = clockOf(row.domain, clocks);
        if (!clock || has(ceilings, row.resource) || !holdsFor(row, capability)) continue;
        const auto perClock = row.per_clock.evaluate(kernel, device);
        if (perClock && perClock->value > 0)
            ceilings.push_back(computed({row.resource}, row.domain, perClock->value, *clock, perClock->from));
    }
    if (!has(ceilings, Dram))
        if (auto dram = dramByAttributes(device)) ceilings.push_back(std::move(*dram));
    if (clocks.sm_hz) addTensor(ceilings, kernel, *clocks.sm_hz);
    for (auto& ceiling : ceilings) ceiling.device_id = kernel.device_id;
    std::ranges::stable_sort(ceilings, {}, &Ceiling::resource);
    return ceilings;
}

std::span<const Expression> roofExpressions()
{
    static const std::vector<Expression> expressions = [] {
        std::vector<Expression> all{smClock(), smClockByUnit(), smClockByGpc(), l2Clock(), dramClock()};
        for (const auto& row : roofTable()) all.push_back(row.per_clock);
        return all;
    }();
    return expressions;
}

std::optional<double> ownClock(const Ceiling& ceiling)
{
    switch (domainOf(ceiling.resource)) {
    case Domain::Sm: return ceiling.sm_clock_hz;
    case Domain::L2: return ceiling.l2_clock_hz;
    case Domain::Dram: return ceiling.memory_clock_hz;
    case Domain::Link: break;
    }
    return std::nullopt;
}

Ceiling atClocks(Ceiling ceiling, const Clocks& clocks)
{
    const auto domain = domainOf(ceiling.resource);
    const auto wanted = clockOf(domain, clocks); // none for links
    auto& own = clockField(ceiling, domain);
    if (!own || !wanted || *own <= 0) return ceiling;
    ceiling.rate_per_s *= *wanted / *own;
    own = wanted;
    return ceiling;
}

} // namespace core
