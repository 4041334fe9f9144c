#include "app/advice/prove.h"

#include "app/advice/try_first.h"
#include "engine/error.h"
#include "engine/regular_file.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <sstream>

namespace warploom::app {

using wire::not_known;

WARPLOOM_FIELDS(ProofCase, {"A case of a proof",
                            {{"matrix", "", &ProofCase::matrix, "", wire::needed},
                             {"family", "", &ProofCase::family, "the generator"},
                             {"is_held_out", "", &ProofCase::is_held_out, "of a family that was kept for the end"},
                             {"precision", "", &ProofCase::precision, ""},
                             {"advised", "", &ProofCase::advised, "the kernel with the least modelled time"},
                             {"best", "", &ProofCase::best, "the fastest of all that were measured"},
                             {"advised_ns", "ns", &ProofCase::advised_ns, "measured"},
                             {"tried_ns", "ns", &ProofCase::tried_ns, "measured, of the fastest of the first three"},
                             {"best_ns", "ns", &ProofCase::best_ns, "measured"},
                             {"best_modelled_ns", "ns", &ProofCase::best_modelled_ns,
                              "measured, of the fastest that an advice can name"},
                             {"cusparse_csr_ns", "ns", &ProofCase::cusparse_csr_ns, "measured"},
                             {"csr_vector_ns", "ns", &ProofCase::csr_vector_ns, "measured"},
                             {"advice_ns", "ns", &ProofCase::advice_ns, "that the advice took"},
                             {"failure", "", &ProofCase::failure, "why there is no result"}}})

WARPLOOM_FIELDS(Proof, {"A proof of advice",
                        {{"machine", "", &Proof::machine, ""},
                         {"card", "", &Proof::card, "whose model advised"},
                         {"cases", "", &Proof::cases, ""}}})

namespace {

std::string family_of(const std::string& matrix) {
    const std::string name = matrix.substr(matrix.find_last_of('/') + 1);
    return name.substr(0, name.find_first_of(":.|"));
}

/// Every fifth family, by name, is kept for the end.
std::set<std::string> held_out_families(const std::vector<std::string>& matrices) {
    std::set<std::string> all, held;
    for (const std::string& matrix : matrices) all.insert(family_of(matrix));
    constexpr int one_of = 5;
    int at = 0;
    for (const std::string& family : all)
        if (at++ % one_of == one_of - 1) held.insert(family);
    return held;
}

void fill_in(ProofCase& each, const wire::Advice& advice, const std::vector<wire::Row>& rows) {
    each.advised = advice.fastest;
    const std::vector<std::string> first = first_kernels(advice);
    const auto take_less = [](double& value, double other) {
        if (!(value <= other)) value = other;
    };
    for (const wire::Row& row : rows) {
        if (!row.has_time()) continue;
        const double ns = row.time.median;
        if (row.kernel == each.advised) each.advised_ns = ns;
        if (row.kernel == "cusparse-csr") each.cusparse_csr_ns = ns;
        if (row.kernel == "csr-vector") each.csr_vector_ns = ns;
        if (advice.find(row.kernel) != nullptr) take_less(each.best_modelled_ns, ns);
        if (std::find(first.begin(), first.end(), row.kernel) != first.end()) take_less(each.tried_ns, ns);
        if (each.best_ns <= ns) continue;
        each.best_ns = ns;
        each.best = row.kernel;
    }
    if (!std::isfinite(each.best_ns)) each.failure = "No kernel came to a time.";
}

struct Regret {
    double logarithms = 0, worst = 0;
    int count = 0, near = 0;
    void add(double ns, double best) {
        if (!std::isfinite(ns) || !std::isfinite(best) || best <= 0) return;
        constexpr double near_enough = 1.05;
        const double regret = ns / best;
        logarithms += std::log(regret);
        worst = std::max(worst, regret);
        near += regret <= near_enough ? 1 : 0;
        ++count;
    }
};

} // namespace

std::vector<std::string> read_matrix_list(const std::string& file) {
    constexpr std::size_t largest = std::size_t{1} << 20;
    std::istringstream text(read_regular_file(file, largest));
    std::vector<std::string> list;
    for (std::string line; std::getline(text, line);) {
        while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
        if (!line.empty() && line.front() != '#') list.push_back(line);
    }
    if (list.empty())
        throw Error("advice.list", "'" + file + "' names no matrix.", "Write a generator or a file on each line.");
    return list;
}

Proof prove(kernels::Machine& machine, const ProofSettings& settings, const RunObserver& observer,
            const std::function<void(const Proof&)>& settled) {
    const AdvisedMachine advised = advised_machine(machine);
    Proof proof;
    proof.machine = machine.info().title;
    if (advised.card) proof.card = advised.card->id;
    RunObserver of_run;
    of_run.cancelled = observer.cancelled;
    of_run.row_ns = settings.seconds_a_kernel * 1e9;
    Progress progress;
    progress.cancelled = observer.cancelled;
    const std::set<std::string> held = held_out_families(settings.matrices);
    for (const std::string& matrix : settings.matrices)
        for (const auto precision : settings.precisions) {
            if (observer.stage) observer.stage("proving", matrix + " " + to_string(precision));
            Inputs inputs; // nothing of the last matrix stays
            ProofCase each;
            each.matrix = matrix;
            each.family = family_of(matrix);
            each.is_held_out = held.count(each.family) != 0;
            each.precision = precision;
            try {
                AdviceSettings wanted;
                wanted.precision = precision;
                const wire::Advice advice = advise(inputs, matrix, advised, wanted, progress);
                each.advice_ns = advice.took_ns;
                fill_in(each, advice, measure_kernels(inputs, matrix, machine, wanted, {}, of_run).results);
            } catch (const Error& error) {
                if (error.code() == "cancelled") return proof;
                each.failure = error.what();
            }
            if (progress.is_cancelled()) return proof;
            proof.cases.push_back(std::move(each));
            if (settled) settled(proof);
        }
    return proof;
}

Table regret_table(const Proof& proof) {
    Table table;
    table.title = "Regret: measured time over that of the fastest kernel, " + proof.machine;
    table.columns = {{"choice", ""},         {"families", ""},         {"cases", ""},
                     {"geometric_mean", ""}, {"within_5_percent", ""}, {"worst", ""}};
    const std::pair<const char*, double ProofCase::*> choices[] = {
        {"advice, by the model alone", &ProofCase::advised_ns},
        {"advice, the first three tried", &ProofCase::tried_ns},
        {"cusparse-csr always", &ProofCase::cusparse_csr_ns},
        {"csr-vector always", &ProofCase::csr_vector_ns}};
    const auto add = [&](const char* name, const char* families, double ProofCase::*ns, double ProofCase::*best,
                         const std::function<bool(const ProofCase&)>& counts) {
        Regret regret;
        for (const ProofCase& each : proof.cases)
            if (counts(each)) regret.add(each.*ns, each.*best);
        const bool has = regret.count > 0;
        table.add_row({std::string(name), std::string(families), std::int64_t{regret.count},
                       number_cell(has ? std::exp(regret.logarithms / regret.count) : not_known),
                       number_cell(has ? static_cast<double>(regret.near) / regret.count : not_known),
                       number_cell(has ? regret.worst : not_known)});
    };
    for (const auto& [name, ns] : choices)
        add(name, "all", ns, &ProofCase::best_ns, [](const ProofCase&) { return true; });
    add("advice, by the model alone", "all, over kernels that advice can name", &ProofCase::advised_ns,
        &ProofCase::best_modelled_ns, [](const ProofCase&) { return true; });
    for (const auto& [name, ns] : choices)
        add(name, "kept for the end", ns, &ProofCase::best_ns, [](const ProofCase& each) { return each.is_held_out; });
    return table;
}

} // namespace warploom::app
