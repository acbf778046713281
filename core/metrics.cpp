// SPDX-License-Identifier: Apache-2.0
#include "core/metrics.h"

#include "core/expression.h"
#include "core/plausible.h"
#include "core/tensor_counters.h"
#include "core/work_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core {
namespace {

using enum ResourceKind;

/// No unit works longer than the kernel ran. A little more is passes that disagree, much more a counter that failed.
constexpr double mostShare = 1.1;
/// Of a sum: what is left out of so little makes no difference.
constexpr double littleShare = 0.01;

/// Collects rows for one kernel; each `add...` is one rule of the contract.
class WorkCollector {
public:
    WorkCollector(const KernelMeasurement& kernel, const Device* device) : m_kernel(kernel), m_device(device) {}

    MeasuredWork collect()
    {
        for (const auto& row : workTable())
            if (!known(row.resource)) addRow(row);
        dropTotalsWithKnownSplit();
        addL1();
        addShared();
        addHalf();
        addTensor();
        for (const auto& row : shareTable()) addShare(row);
        addL1SharedBound();
        explainAbsences();
        std::ranges::stable_sort(m_result.work, {}, &Work::resource);
        return std::move(m_result);
    }

private:
    [[nodiscard]] const Work* find(ResourceKind kind) const
    {
        const auto found = std::ranges::find(m_result.work, kind, [](const Work& work) { return work.resource.kind; });
        return found == m_result.work.end() ? nullptr : &*found;
    }

    [[nodiscard]] bool known(ResourceKind kind) const { return find(kind) != nullptr; }

    void add(Resource resource, double amount, Basis basis, std::string from)
    {
        const double whole = std::round(amount);
        if (std::abs(amount - whole) <= std::max(1e-6, 1e-12 * amount)) amount = whole;
        if (basis == Basis::LowerBound && amount == 0) return; // a lower bound of 0 tells nothing
        m_result.work.push_back({std::move(resource), std::max(amount, 0.0), basis, std::move(from)});
    }

    void addRow(const WorkRow& row)
    {
        const auto capability = m_device ? m_device->compute_capability : std::nullopt;
        if (capability && 10 * capability->major + capability->minor >= row.before_capability) return;
        if (auto value = row.expression.evaluate(m_kernel, m_device))
            add({row.resource}, value->value, row.basis, std::move(value->from));
    }

    void dropTotalsWithKnownSplit()
    {
        const auto drop = [this](ResourceKind total) {
            std::erase_if(m_result.work, [total](const Work& work) { return work.resource.kind == total; });
        };
        if (known(DramRead) && known(DramWrite)) drop(Dram);
        if (!known(L2)) return;
        const auto* read = find(L2Read);
        if (read && known(L2Write) && read->basis == Basis::Measured)
            drop(L2);
        else if (read && read->basis == Basis::LowerBound)
            drop(L2Read); // the total is the better figure
    }

    /// Sectors of the L1 tags. TMA passes them by, so with TMA they say nothing about L1.
    void addL1()
    {
        auto sectors = l1Sectors();
        if (!sectors) return;
        static const Name tmaLoads("l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum");
        static const Name tmaInstructions("smsp__sass_inst_executed_op_tma.sum");
        const double tma =
            m_kernel.counters.number(tmaLoads).value_or(m_kernel.counters.number(tmaInstructions).value_or(0));
        const auto l2 = levelBytes(m_result.work, Level::L2);
        const bool wgmma = ranPath(m_kernel, TensorPath::Wgmma);
        if (tma > 0 || (wgmma && l2 && sectors->value * 32 < l2->amount)) {
            m_result.absent.push_back({"l1", AbsenceReason::TmaBypassesL1});
            return;
        }
        const auto peers = peerSectors();
        const double own = sectors->value - (peers ? peers->value : 0);
        const auto from = peers && peers->value > 0 ? "(" + sectors->from + " - " + peers->from + ")" : sectors->from;
        add({L1}, own * 32, peers ? Basis::Measured : Basis::UpperBound, from + " * 32");
    }

    /// Those of L1's sectors that are other SMs' shared memory; none if there are some, but it isn't known how many.
    [[nodiscard]] std::optional<Evaluated> peerSectors() const
    {
        if (auto sectors = sharedEvidence().peer_sectors.evaluate(m_kernel, m_device)) return sectors;
        return reachesPeers() ? std::nullopt : std::optional(Evaluated{0, "no other SM's shared memory"});
    }

    /// As far as it was counted: reports don't tell.
    [[nodiscard]] bool reachesPeers() const
    {
        const auto instructions = sharedEvidence().peer_instructions.evaluate(m_kernel, m_device);
        return instructions && instructions->value > 0;
    }

    [[nodiscard]] std::optional<Evaluated> l1Sectors() const
    {
        static const Name total("l1tex__t_sectors.sum");
        static const Name triage("SM_B.TriageCompute.l1tex__t_sectors.sum");
        if (const auto sectors = m_kernel.counters.number(total)) return Evaluated{*sectors, std::string(total.text())};
        if (auto parts = l1SectorParts()) return parts;
        if (const auto sectors = m_kernel.counters.number(triage))
            return Evaluated{*sectors, std::string(triage.text())};
        return std::nullopt;
    }

    /// The sum over pipe, space and operation, if at least loads and stores of global and local memory are there.
    [[nodiscard]] std::optional<Evaluated> l1SectorParts() const
    {
        static const std::array needed = {Name("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
                                          Name("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"),
                                          Name("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"),
                                          Name("l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum")};
        if (!std::ranges::all_of(needed, [this](Name name) { return m_kernel.counters.number(name).has_value(); }))
            return std::nullopt;
        double sum = 0;
        for (const auto& counter : m_kernel.counters.all()) {
            if (!isL1SectorPart(counter.name().text())) continue;
            const auto sectors = m_kernel.counters.number(counter.name());
            if (!sectors) return std::nullopt; // the sum of the others isn't all
            sum += *sectors;
        }
        return Evaluated{sum, "sum of l1tex__t_sectors_pipe_{lsu,tex}_mem_*.sum"};
    }

    /// What a level's sectors come from, to tell whether they failed.
    static const std::vector<Expression>& l1SectorExpressions()
    {
        static const std::vector<Expression> expressions = {
            Expression("l1tex__t_sectors.sum"),
            Expression("SM_B.TriageCompute.l1tex__t_sectors.sum"),
            Expression("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum + l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
                       " + l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"
                       " + l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"),
        };
        return expressions;
    }

    static bool isL1SectorPart(std::string_view name)
    {
        return (name.starts_with("l1tex__t_sectors_pipe_lsu_mem_") ||
                name.starts_with("l1tex__t_sectors_pipe_tex_mem_")) &&
               name.ends_with(".sum") && name.find("_lookup_") == std::string_view::npos &&
               name.find("_mem_dshared") == std::string_view::npos;
    }

    void addShared()
    {
        const auto tma = tmaBytes();
        const auto peers = peerBytes();
        const auto isNone = [](const std::optional<Evaluated>& bytes) { return bytes && bytes->value == 0; };
        if (usesNoSharedMemory() && isNone(tma) && isNone(peers)) {
            add({Shared}, 0, Basis::Measured, "no shared-memory instruction, no TMA");
            return;
        }
        for (const auto& row : sharedTable()) {
            const auto wavefronts = row.expression.evaluate(m_kernel, m_device);
            if (!wavefronts) continue;
            double amount = 128 * wavefronts->value;
            std::string from = "128 * (" + wavefronts->from + ")";
            for (const auto& bytes : {tma, peers}) {
                if (!bytes || bytes->value == 0) continue;
                amount += bytes->value;
                from += " + " + bytes->from;
            }
            // The sum is what is known of it where TMA's bytes, or what tcgen05 reads by a pipe of its own, are not,
            // and where conflicts of banks at another SM aren't, of more than a few barriers there.
            const bool leavesConflictsOut = !peers || peers->value > littleShare * amount;
            const bool partial = !tma || leavesConflictsOut || ranPath(m_kernel, TensorPath::Tcgen05);
            const auto basis = partial && row.basis == Basis::Measured ? Basis::LowerBound : row.basis;
            add({Shared}, amount, basis, std::move(from));
            return;
        }
    }

    /// Bytes that went into or out of the shared memory of other SMs; none if unknown.
    [[nodiscard]] std::optional<Evaluated> peerBytes() const
    {
        if (auto bytes = sharedEvidence().peer_bytes.evaluate(m_kernel, m_device)) return bytes;
        return reachesPeers() ? std::nullopt : std::optional(Evaluated{0, "no other SM's shared memory"});
    }

    /// Bytes that TMA moved into and out of shared memory; 0 on chips without it; none if unknown.
    [[nodiscard]] std::optional<Evaluated> tmaBytes() const
    {
        for (const auto& moved : sharedEvidence().tma_bytes)
            if (auto bytes = moved.evaluate(m_kernel, m_device)) return bytes;
        if (m_device && m_device->compute_capability && m_device->compute_capability->major < 9)
            return Evaluated{0, "no TMA before CC 9.0"};
        for (const auto* evidence : {&sharedEvidence().tma_instructions, &sharedEvidence().tma_opcodes})
            if (auto none = evidence->evaluate(m_kernel, m_device); none && none->value == 0) return none;
        return std::nullopt;
    }

    [[nodiscard]] bool usesNoSharedMemory() const
    {
        const auto isZero = [this](const Expression& expression) {
            const auto value = expression.evaluate(m_kernel, m_device);
            return value && value->value == 0;
        };
        const auto& counters = sharedEvidence();
        return isZero(counters.shared_instructions) || isZero(counters.shared_opcodes) ||
               isZero(sharedTable().front().expression);
    }

    void addHalf()
    {
        const auto& half = halfExpressions();
        const auto counted = half.by_counter.evaluate(m_kernel, m_device);
        if (counted && counted->value == 0) return add({Fp16}, 0, Basis::Measured, counted->from);
        if (const auto arithmetic = half.by_opcode.evaluate(m_kernel, m_device)) {
            if (arithmetic->value == 0) return add({Fp16}, 0, Basis::Measured, arithmetic->from);
            if (const auto all = half.by_opcode_with_mma.evaluate(m_kernel, m_device))
                return add({Fp16}, all->value, Basis::Measured, all->from);
        }
        if (counted) add({Fp16}, counted->value, Basis::UpperBound, counted->from);
    }

    void addTensor()
    {
        for (auto& work : tensorWork(m_kernel, m_device))
            add(std::move(work.resource), work.amount, work.basis, std::move(work.from));
    }

    /// The pipe that L1 and shared memory have in common serves at least the bytes of both.
    void addL1SharedBound()
    {
        if (known(L1Shared) || hasShareOf(L1Shared)) return;
        const auto* l1 = find(L1);
        const auto* shared = find(Shared);
        if (!shared || shared->basis != Basis::Measured) return;
        add({L1Shared}, shared->amount + (l1 ? l1->amount : 0), Basis::LowerBound, l1 ? "l1 + shared" : "shared");
    }

    [[nodiscard]] bool hasShareOf(ResourceKind kind) const
    {
        return std::ranges::any_of(m_result.shares,
                                   [kind](const ResourceShare& share) { return share.resource.kind == kind; });
    }

    void addShare(const ShareRow& row)
    {
        if (hasShareOf(row.resource) || isAbsent({row.resource})) return;
        auto share = row.expression.evaluate(m_kernel, m_device);
        if (!share) return;
        if (share->value <= mostShare)
            m_result.shares.push_back({{row.resource}, share->value, std::move(share->from)});
        else if (!isTold(row.resource))
            fail({row.resource});
    }

    void explainAbsences()
    {
        explainFailures();
        explain(Dram, known(Dram) || known(DramRead));
        explain(L2Read, known(L2Read) || known(L2));
        explain(L2Write, known(L2Write) || known(L2));
        explain(L1, known(L1));
        explain(Shared, known(Shared));
        for (const auto pipe : {Fp64, Fp32, Fp16}) explain(pipe, known(pipe));
        if (!known(Tensor) && hasTensorCores() && !failedTensor())
            m_result.absent.push_back({"tensor", AbsenceReason::NotCollected});
        explain(Issue, known(Issue) || hasShareOf(Issue)); // its share says all there is to say
        if (m_kernel.duration_s) return;
        static const Expression duration("gpu__time_duration.sum");
        m_result.absent.push_back(
            {"duration", duration.failed(m_kernel) ? AbsenceReason::CollectionFailed : AbsenceReason::NotCollected});
    }

    /// Each resource whose counters are there without a value that can be one, and that nothing else tells of.
    void explainFailures()
    {
        if (!hasFailures()) return; // as nearly every kernel: asking all the tables takes its time
        const auto ask = [this](ResourceKind kind, const Expression& expression) {
            if (!isTold(kind) && expression.failed(m_kernel)) fail({kind});
        };
        for (const auto& row : workTable()) ask(row.resource, row.expression);
        for (const auto& row : shareTable()) ask(row.resource, row.expression);
        for (const auto& leaf : tensorLeaves(m_kernel))
            if (!leaf.operations.evaluate(m_kernel, m_device) && leaf.operations.failed(m_kernel)) fail(leaf.resource);
    }

    [[nodiscard]] bool hasFailures() const
    {
        const auto isFailed = [](const CounterValue& value) {
            const auto number = value.number();
            return (value.real() || value.whole()) && !(number && isQuantity(*number));
        };
        return std::ranges::any_of(m_kernel.counters.all(),
                                   [&](const Counter& counter) { return isFailed(counter.value()); }) ||
               std::ranges::any_of(m_kernel.counters.instances(opcodeTable()), [](const Instance& row) {
                   const auto number = row.value.number();
                   return !number || !isQuantity(*number);
               });
    }

    void fail(const Resource& resource)
    {
        if (!isAbsent(resource)) m_result.absent.push_back({toString(resource), AbsenceReason::CollectionFailed});
    }

    [[nodiscard]] bool isAbsent(const Resource& resource) const
    {
        return std::ranges::find(m_result.absent, toString(resource), &Absence::what) != m_result.absent.end();
    }

    /// By its own amount or share, by that of both directions, or by what is said of the level.
    [[nodiscard]] bool isTold(ResourceKind kind) const
    {
        if (known(kind) || hasShareOf(kind)) return true;
        switch (kind) {
        case Dram: return known(DramRead) && known(DramWrite);
        case DramRead: return known(Dram) || !known(DramWrite);
        case DramWrite: return known(Dram) || !known(DramRead);
        case L2: return true;
        case L2Read:
        case L2Write: return known(L2);
        case L2Atomic: return known(L2) || !known(L2Read);
        default: return false;
        }
    }

    [[nodiscard]] bool failedTensor() const
    {
        return std::ranges::any_of(tensorLeaves(m_kernel),
                                   [this](const TensorLeaf& leaf) { return leaf.operations.failed(m_kernel); });
    }

    [[nodiscard]] bool hasTensorCores() const
    {
        return !m_device || !m_device->compute_capability || m_device->compute_capability->major >= 7;
    }

    void explain(ResourceKind resource, bool isKnown)
    {
        if (isKnown) return;
        if (!isAbsent({resource})) m_result.absent.push_back({toString(Resource{resource}), reasonOf(resource)});
    }

    /// Whether what is said of a level's row may be explained by the other's counters.
    static bool isTotalOrPart(ResourceKind counted, ResourceKind explained)
    {
        if (explained == Dram) return counted == DramRead || counted == DramWrite;
        return counted == L2 && (explained == L2Read || explained == L2Write);
    }

    [[nodiscard]] AbsenceReason reasonOf(ResourceKind resource) const
    {
        auto reason = AbsenceReason::NotCollected;
        const auto ask = [&](const Expression& expression) {
            if (expression.falseZero(m_kernel)) reason = AbsenceReason::FalseZero;
            if (expression.failed(m_kernel)) reason = AbsenceReason::CollectionFailed;
        };
        for (const auto& row : workTable())
            if (row.resource == resource || isTotalOrPart(row.resource, resource)) ask(row.expression);
        if (resource == L1)
            for (const auto& sectors : l1SectorExpressions()) ask(sectors);
        if (resource == Shared)
            for (const auto& row : sharedTable()) ask(row.expression);
        if (resource == Fp16)
            for (const auto* half : {&halfExpressions().by_counter, &halfExpressions().by_opcode}) ask(*half);
        if (hasFalseOpcodes(resource)) reason = AbsenceReason::FalseZero;
        return reason;
    }

    /// A graph's opcode table is there, written as 0 and without rows.
    [[nodiscard]] bool hasFalseOpcodes(ResourceKind resource) const
    {
        const bool arithmetic = resource == Fp64 || resource == Fp32 || resource == Fp16;
        return arithmetic && m_kernel.kind == ResultKind::Graph && m_kernel.counters.find(opcodeTable()) != nullptr;
    }

    const KernelMeasurement& m_kernel;
    const Device* m_device;
    MeasuredWork m_result;
};

} // namespace

MeasuredWork measuredWork(const KernelMeasurement& kernel, const Device* device)
{
    return WorkCollector(kernel, device).collect();
}

namespace {

struct LevelRow {
    Level level;
    ResourceKind total;
    std::vector<ResourceKind> parts;
};

const std::array<LevelRow, 4>& levelTable()
{
    static const std::array<LevelRow, 4> rows = {{{Level::Dram, Dram, {DramRead, DramWrite}},
                                                  {Level::L2, L2, {L2Read, L2Write, L2Atomic}},
                                                  {Level::L1, L1, {}},
                                                  {Level::Shared, Shared, {}}}};
    return rows;
}

} // namespace

std::optional<Work> levelBytes(const std::vector<Work>& work, Level level)
{
    const auto find = [&work](ResourceKind kind) {
        return std::ranges::find(work, kind, [](const Work& row) { return row.resource.kind; });
    };
    const auto row = std::ranges::find(levelTable(), level, &LevelRow::level);
    if (const auto total = find(row->total); total != work.end()) return *total;
    Work sum{.resource = {row->total}, .from = {}};
    std::size_t directions = 0;
    for (const auto part : row->parts) {
        const auto found = find(part);
        if (found == work.end()) continue;
        sum.amount += found->amount;
        if (found->basis != Basis::Measured) sum.basis = found->basis;
        sum.from += (sum.from.empty() ? "" : " + ") + found->from;
        if (part != L2Atomic) ++directions;
    }
    if (directions == 0) return std::nullopt;
    if (directions == 1) sum.basis = Basis::LowerBound; // the other direction is missing
    return sum;
}

} // namespace core
