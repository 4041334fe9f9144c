#include "app/advice/prove.h"

#include "app/operations/operation.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace warploom::app {

using protocol::not_known;

WARPLOOM_FIELDS(ProofCase,
                {"A case of an evaluation",
                 {{"matrix", "", &ProofCase::matrix, "", protocol::needed},
                  {"family", "", &ProofCase::family, ""},
                  {"is_held_out", "", &ProofCase::is_held_out, "whether the family is held out for evaluation"},
                  {"precision", "", &ProofCase::precision, ""},
                  {"advised", "", &ProofCase::advised, "first kernel in the recommendation"},
                  {"best", "", &ProofCase::best, "fastest of all measured kernels"},
                  {"advised_ns", "ns", &ProofCase::advised_ns, "measured time, or its lower bound"},
                  {"tried_ns", "ns", &ProofCase::tried_ns, "measured time of the fastest among the top three kernels"},
                  {"best_ns", "ns", &ProofCase::best_ns, "measured time"},
                  {"cusparse_csr_ns", "ns", &ProofCase::cusparse_csr_ns, "measured time"},
                  {"csr_vector_ns", "ns", &ProofCase::csr_vector_ns, "measured time"},
                  {"csr_adaptive_ns", "ns", &ProofCase::csr_adaptive_ns, "measured time"},
                  {"vendor_ns", "ns", &ProofCase::vendor_ns, "measured time of the fastest vendor kernel"},
                  {"estimated", "", &ProofCase::estimated, "number of measured kernels with an interval"},
                  {"inside", "", &ProofCase::inside, "number of those whose measured time is inside"},
                  {"farthest", "", &ProofCase::farthest, "largest factor between an estimate and a measured time"},
                  {"advice_ns", "ns", &ProofCase::advice_ns, "time to compute the recommendation"},
                  {"failure", "", &ProofCase::failure, "why there is no result"}}})

WARPLOOM_FIELDS(Proof, {"An evaluation of recommendations",
                        {{"machine", "", &Proof::machine, ""},
                         {"card", "", &Proof::card, "card whose model ranked the kernels"},
                         {"cases", "", &Proof::cases, ""}}})

namespace {

bool is_vendors(const std::string& kernel) { return kernel.rfind("cusparse", 0) == 0; }

struct Regret {
    double logarithms = 0, worst = 0;
    int count = 0, near = 0, without_time = 0;
    const ProofCase* worst_case = nullptr;

    void add(const ProofCase& each, double ns) {
        if (!std::isfinite(each.best_ns) || each.best_ns <= 0) return;
        if (!std::isfinite(ns)) {
            ++without_time;
            return;
        }
        constexpr double near_enough = 1.05;
        const double regret = ns / each.best_ns;
        logarithms += std::log(regret);
        near += regret <= near_enough ? 1 : 0;
        ++count;
        if (regret < worst) return;
        worst = regret;
        worst_case = &each;
    }
    Cell mean() const { return number_cell(count > 0 ? std::exp(logarithms / count) : not_known); }
    Cell share_near() const { return number_cell(count > 0 ? static_cast<double>(near) / count : not_known); }
    Cell largest() const { return number_cell(count > 0 ? worst : not_known); }
};

class AbsentMachine final : public kernels::Machine {
public:
    explicit AbsentMachine(const TimedMachine& machine) {
        info_.id = machine.id;
        info_.title = machine.title;
        info_.facts = machine.facts;
        info_.kind = machine.id == "cpu" ? MachineKind::cpu : MachineKind::cuda;
    }
    const kernels::MachineInfo& info() const override { return info_; }
    bool runs(RunsOn on) const override { return (on == RunsOn::host) == (info_.kind == MachineKind::cpu); }
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest&) override {
        throw Error("kernel.machine",
                    sentence("The {gpu} is not installed in this computer. Only times measured on it are available.",
                             {{"gpu", info_.title}}),
                    sentence("Measure on a device in this computer."));
    }
    measure::Sample sample(kernels::Bound&, CacheState, int) override { return {}; }

private:
    kernels::MachineInfo info_;
};

} // namespace

std::unique_ptr<kernels::Machine> absent_machine(const TimedMachine& machine) {
    return std::make_unique<AbsentMachine>(machine);
}

std::vector<std::string> first_kernels(const protocol::Advice& advice, std::size_t most) {
    std::vector<std::string> chosen;
    if (!advice.take.empty()) chosen.push_back(advice.take);
    for (const protocol::AdvisedKernel& kernel : advice.kernels)
        if (chosen.size() < most && std::find(chosen.begin(), chosen.end(), kernel.kernel) == chosen.end())
            chosen.push_back(kernel.kernel);
    return chosen;
}

Run measure_kernels(Inputs& inputs, const std::string& name, kernels::Machine& machine, const AdviceSettings& settings,
                    const std::vector<std::string>& kernels, const RunObserver& observer) {
    RunSettings wanted;
    wanted.kernels = kernels;
    wanted.precisions = {settings.precision};
    wanted.blocks = {settings.block};
    wanted.cache = settings.cache;
    wanted.quick = true;
    Progress progress{{}, observer.cancelled};
    const auto problem = spec_of(settings.operation).open(inputs, name, wanted, progress);
    return run_problem(machine, *problem, wanted, observer);
}

ProofCase proof_case(const protocol::Advice& advice, const MatrixTimes& measured) {
    ProofCase each;
    each.matrix = measured.matrix;
    each.family = measured.family;
    each.is_held_out = measured.is_held_out;
    each.precision = measured.precision;
    each.advice_ns = advice.took_ns;
    each.advised = advice.fastest;
    const auto known = [&](const std::string& kernel) {
        const KernelTime* const found = measured.find(kernel);
        return found != nullptr ? found->known_ns() : not_known;
    };
    each.advised_ns = known(each.advised);
    for (const std::string& kernel : first_kernels(advice))
        if (const double ns = known(kernel); std::isfinite(ns) && !(each.tried_ns <= ns)) each.tried_ns = ns;
    for (const protocol::AdvisedKernel& kernel : advice.kernels) {
        const KernelTime* const found = measured.find(kernel.kernel);
        if (found == nullptr || !std::isfinite(found->ns) || !std::isfinite(kernel.low_ns)) continue;
        ++each.estimated;
        each.inside += found->ns >= kernel.low_ns && found->ns <= kernel.high_ns;
        each.farthest = std::max({each.farthest, found->ns / kernel.ns, kernel.ns / found->ns});
    }
    each.cusparse_csr_ns = known("cusparse-csr");
    each.csr_vector_ns = known("csr-vector");
    each.csr_adaptive_ns = known("csr-adaptive");
    if (const auto* vendor = measured.fastest([](const KernelTime& k) { return is_vendors(k.kernel); }))
        each.vendor_ns = vendor->ns;
    if (const auto* best = measured.fastest([](const KernelTime&) { return true; })) {
        each.best_ns = best->ns;
        each.best = best->kernel;
    } else each.failure = measured.failure.empty() ? sentence("No kernel has a measured time.") : measured.failure;
    if (each.failure.empty() && !std::isfinite(each.advised_ns))
        each.failure = sentence("The recommended kernel {kernel} has no measured time.", {{"kernel", each.advised}});
    return each;
}

Proof prove(const MeasuredTimes& times, const ProofSettings& settings, const RunObserver& observer) {
    const auto machine = absent_machine(times.machine);
    AdvisedMachine advised = advised_machine(*machine);
    if (settings.learned != nullptr) {
        advised.learned = settings.learned;
        set_learned_error(advised);
    }
    if (settings.by_model) advised.learned = nullptr;
    Proof proof;
    proof.machine = times.machine.title;
    if (advised.card) proof.card = advised.card->id;
    Progress progress{{}, observer.cancelled};
    Inputs inputs; // the cached matrix; the file lists each matrix twice in succession, once per precision
    for (const MatrixTimes& measured : times.matrices) {
        if (observer.stage) observer.stage("proving", measured.matrix + " " + to_string(measured.precision));
        ProofCase each;
        try {
            AdviceSettings wanted;
            wanted.precision = measured.precision;
            wanted.quick =
                // With learned times, quick mode gives the same ranking. It omits the explanations, which are not
                // needed here.
                settings.quick || advised.learned != nullptr;
            each = proof_case(advise(inputs, measured.matrix, advised, wanted, progress), measured);
        } catch (const Error& error) {
            if (error.code() == "cancelled") return proof;
            each = proof_case({}, measured);
            each.failure = error.what();
        }
        if (progress.is_cancelled()) return proof;
        proof.cases.push_back(std::move(each));
    }
    return proof;
}

namespace {

using CaseFilter = std::function<bool(const ProofCase&)>;

const std::vector<std::pair<const char*, CaseFilter>>& family_filters() {
    static const std::vector<std::pair<const char*, CaseFilter>> filters{
        {"tuned", [](const ProofCase& each) { return !each.is_held_out; }},
        {"held out", [](const ProofCase& each) { return each.is_held_out; }},
        {"all", [](const ProofCase&) { return true; }}};
    return filters;
}

} // namespace

Table interval_table(const Proof& proof) {
    Table table{sentence("Measured times in the 90% intervals of the advice"),
                {{"families", ""}, {"times", ""}, {"inside", ""}, {"largest_factor", ""}}};
    for (const auto& [of, counts] : family_filters()) {
        double times = 0, inside = 0, farthest = 0;
        for (const ProofCase& each : proof.cases) {
            if (!counts(each)) continue;
            times += each.estimated;
            inside += each.inside;
            farthest = std::max(farthest, each.farthest);
        }
        table.add_row({std::string(of), static_cast<std::int64_t>(times),
                       number_cell(times > 0 ? inside / times : not_known),
                       number_cell(times > 0 ? farthest : not_known)});
    }
    return table;
}

Table regret_table(const Proof& proof) {
    Table table{sentence("Regret: measured time divided by the time of the fastest kernel, {machine}",
                         {{"machine", proof.machine}}),
                {{"choice", ""},
                 {"families", ""},
                 {"cases", ""},
                 {"geometric_mean", ""},
                 {"within_5_percent", ""},
                 {"worst", ""},
                 {"without_time", ""}}};
    const std::pair<const char*, double ProofCase::*> choices[] = {
        {"the advice", &ProofCase::advised_ns},
        {"the fastest of the top three", &ProofCase::tried_ns},
        {"the fastest vendor kernel", &ProofCase::vendor_ns},
        {"csr-adaptive always", &ProofCase::csr_adaptive_ns},
        {"cusparse-csr always", &ProofCase::cusparse_csr_ns},
        {"csr-vector always", &ProofCase::csr_vector_ns}};
    for (const auto& [of, counts] : family_filters())
        for (const auto& [name, ns] : choices) {
            Regret regret;
            for (const ProofCase& each : proof.cases)
                if (counts(each)) regret.add(each, each.*ns);
            table.add_row({std::string(name), std::string(of), std::int64_t{regret.count}, regret.mean(),
                           regret.share_near(), regret.largest(), std::int64_t{regret.without_time}});
        }
    return table;
}

Table regret_by_family(const Proof& proof) {
    Table table{sentence("Regret of the advice by family"),
                {{"family", ""},
                 {"held_out", ""},
                 {"cases", ""},
                 {"geometric_mean", ""},
                 {"within_5_percent", ""},
                 {"worst", ""},
                 {"where", ""},
                 {"advised", ""},
                 {"best", ""}}};
    std::map<std::pair<bool, std::string>, Regret> families;
    for (const ProofCase& each : proof.cases) families[{each.is_held_out, each.family}].add(each, each.advised_ns);
    for (const auto& [key, regret] : families) {
        const ProofCase* const worst = regret.worst_case;
        table.add_row(
            {key.second, std::string(key.first ? "yes" : "no"), std::int64_t{regret.count}, regret.mean(),
             regret.share_near(), regret.largest(),
             worst == nullptr ? std::string() : worst->matrix + ", " + std::string(to_string(worst->precision)),
             worst == nullptr ? std::string() : worst->advised, worst == nullptr ? std::string() : worst->best});
    }
    return table;
}

} // namespace warploom::app
