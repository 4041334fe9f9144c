// The performance model gives the same answer in every command: advice from a sample of the blocks agrees with complete
// traces, and no lower bound or estimate lies below or above what is possible.

#include "app/advice/advise.h"
#include "app/advice/row_figures.h"
#include "app/inputs/inputs.h"
#include "app/operations/operation.h"
#include "app/operations/spmv.h"
#include "app/operations/trace_kernel.h"
#include "app/problem/format_store.h"
#include "engine/matrix/random.h"
#include "kernels/formats/arrays.h"
#include "kernels/registry/simulated_machine.h"
#include "support/runner.h"

#include <QFile>
#include <QTest>
#include <QTextStream>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace warploom;
using namespace warploom::app;

namespace {

const std::vector<std::string>& families() {
    static const std::vector<std::string> all{"reservoir:grid=20,block=4",
                                              "finite-elements:n=28,dimensions=3,unknowns=1",
                                              "finite-elements:n=16,dimensions=3,unknowns=3,shuffle=1",
                                              "power-law:n=40000,mean=12,exponent=2.2,popular=2",
                                              "random-rows:n=16000,fraction=0.002",
                                              "bordered:n=120000,band=1,noise=0.2,long=1,length=120000",
                                              "laplace2d:n=350",
                                              "laplace3d:n=45",
                                              "banded:n=30000,lower=8,upper=8",
                                              "power-law:n=60000,cols=5000,mean=10,exponent=10",
                                              "one-long-row:n=100000",
                                              "empty-rows:n=120000,every=4,length=7",
                                              "dense:rows=800,cols=800",
                                              "water-network:n=200000,loops=0.5",
                                              "kronecker:scale=14,edges=24"};
    return all;
}

bool runs_all_cases() { return qEnvironmentVariableIntValue("WARPLOOM_ADVICE_CASES") > 0; }

/// Models a kernel from a complete trace.
double whole_ns(const Matrix& matrix, const protocol::AdvisedKernel& kernel, const simulated::Card& card,
                const AdviceSettings& settings) {
    TraceSettings wanted{{kernel.kernel, card, settings.precision, settings.block}};
    wanted.cache = settings.cache;
    wanted.sample = TraceSettings::all_blocks;
    const auto format = kernels::make_format(kernel.format, matrix.csr, settings.precision,
                                             run_format_options(matrix.csr, settings.precision));
    return trace_spmv(matrix, wanted, {}, format).model.ns;
}

/// Returns the names of the three fastest kernels. Kernels with equal times are sorted by name.
std::vector<std::string> first_three(const std::map<std::string, double>& ns) {
    std::vector<std::pair<double, std::string>> all;
    for (const auto& [name, time] : ns) all.emplace_back(time, name);
    std::sort(all.begin(), all.end());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, all.size()); ++i) names.push_back(all[i].second);
    return names;
}

/// Returns the complete time of the kernel that is fastest in the sample, relative to the shortest complete time.
double regret_of(const std::map<std::string, double>& sampled, const std::map<std::string, double>& whole) {
    if (sampled.empty()) return 1;
    return whole.at(first_three(sampled).front()) / whole.at(first_three(whole).front());
}

/// The comparison of the advice for one matrix and card with complete traces.
struct Agreement {
    double worst_error = 0; ///< largest |sampled / complete - 1|
    std::string worst_kernel;
    /// Time of the fastest kernel of the sample relative to the fastest kernel of the complete traces. The larger value
    /// for all kernels and for those that read CSR. Conversion times are excluded, because they vary.
    double regret = 1;
    bool has_same_order = true;   ///< whether the three fastest kernels are the same, in the same order
    bool is_order_certain = true; ///< whether some of these kernels are in different groups in both rankings
    double highest_bound = 0;     ///< largest ratio of a lower bound to the time of the complete trace
    std::string highest_kernel;
    std::size_t kernels = 0;
};

void add_bound(Agreement& found, const protocol::AdvisedKernel& kernel, double bound_ns, double whole) {
    if (bound_ns / whole <= found.highest_bound) return;
    found.highest_bound = bound_ns / whole;
    found.highest_kernel = kernel.kernel;
}

Agreement compare(const std::string& matrix_name, const std::string& card) {
    Inputs inputs;
    const auto machine = kernels::open_machine("simulated:" + card);
    const AdvisedMachine advised = advised_machine(*machine);
    AdviceSettings settings;
    const protocol::Advice advice = advise(inputs, matrix_name, advised, settings);
    settings.quick = true;
    const protocol::Advice quick = advise(inputs, matrix_name, advised, settings);
    const auto matrix = inputs.matrix(matrix_name, Progress());
    Agreement found;
    std::map<std::string, double> whole, sampled;
    std::map<std::string, double> whole_csr, sampled_csr;
    for (const protocol::AdvisedKernel& kernel : advice.kernels) {
        // A complete trace of a kernel with a much higher lower bound takes long and cannot change the ranking.
        constexpr double far_behind = 3;
        if (kernel.ns > far_behind * advice.kernels.front().ns) continue;
        const double ns = whole_ns(*matrix, kernel, *advised.card, settings);
        ++found.kernels;
        if (const protocol::AdvisedKernel* const bound = quick.find(kernel.kernel))
            add_bound(found, kernel, bound->ns, ns);
        if (kernel.is_at_least) {
            add_bound(found, kernel, kernel.ns, ns);
            continue;
        }
        whole[kernel.kernel] = ns;
        sampled[kernel.kernel] = kernel.ns;
        if (const double error = std::abs(kernel.ns / ns - 1); error > found.worst_error) {
            found.worst_error = error;
            found.worst_kernel = kernel.kernel;
        }
        if (kernel.format != "csr") continue;
        whole_csr[kernel.kernel] = ns;
        sampled_csr[kernel.kernel] = kernel.ns;
    }
    found.regret = std::max(regret_of(sampled, whole), regret_of(sampled_csr, whole_csr));
    const auto before = first_three(sampled), after = first_three(whole);
    found.has_same_order = before == after;
    // Kernels in one group are said to be equally fast, so their order is not part of the statement.
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const auto& names : {before, after})
        for (const std::string& name : names) {
            least = std::min(least, whole.at(name));
            most = std::max(most, whole.at(name));
        }
    found.is_order_certain = most > least * (1 + advice.error);
    return found;
}

/// Returns a random generator with random parameters and at most about 30,000 entries.
std::string random_matrix(Random& random) {
    const auto number = [&](double least, double greatest) { // distributed evenly on a logarithmic scale
        return std::to_string(std::llround(least * std::pow(greatest / least, random.unit())));
    };
    const auto fraction = [&](double least, double greatest) {
        return std::to_string(least + (greatest - least) * random.unit());
    };
    const std::string seed = ",seed=" + std::to_string(random.below(1000));
    switch (random.below(16)) {
    case 0: return "diagonal:n=" + number(1, 30000);
    case 1: return "tridiagonal:n=" + number(2, 10000) + ",kind=" + std::to_string(random.below(2));
    case 2: return "laplace2d:n=" + number(1, 80);
    case 3: return "laplace3d:n=" + number(1, 16);
    case 4: return "banded:n=" + number(20, 3000) + ",lower=" + number(1, 10) + ",upper=" + number(1, 10);
    case 5: return "random-rows:n=" + number(10, 1000) + ",fraction=" + fraction(0.01, 0.03) + seed;
    case 6:
        return "power-law:n=" + number(10, 3000) + ",cols=" + number(10, 3000) + ",mean=" + number(1, 9) +
               ",exponent=" + fraction(2.05, 6) + ",popular=" + number(1, 3) + seed;
    case 7: return "one-long-row:n=" + number(2, 15000);
    case 8: return "arrow:n=" + number(2, 10000);
    case 9: return "empty-rows:n=" + number(4, 10000) + ",every=" + number(2, 9) + ",length=" + number(1, 4) + seed;
    case 10: return "dense:rows=" + number(1, 170) + ",cols=" + number(1, 170);
    case 11: return "water-network:n=" + number(20, 8000) + ",loops=" + fraction(0.1, 0.9) + seed;
    case 12:
        return "finite-elements:n=" + number(2, 7) + ",dimensions=3,unknowns=" + number(1, 3) +
               ",shuffle=" + std::to_string(random.below(2)) + seed;
    case 13: return "kronecker:scale=" + number(4, 10) + ",edges=" + number(2, 16) + seed;
    case 14:
        return "bordered:n=" + number(100, 6000) + ",band=" + number(1, 2) + ",noise=" + fraction(0.1, 1) +
               ",long=" + number(1, 3) + ",length=" + number(10, 100) + seed;
    default: return "reservoir:grid=" + number(2, 5) + ",block=" + number(2, 5);
    }
}

std::string format_ratio(double ratio) { return QString::number(ratio, 'f', 3).toStdString(); }

} // namespace

class SampledAdviceTest : public QObject {
    Q_OBJECT
private slots:
    /// WARPLOOM_ADVICE_CASES=1 compares all cards and families. WARPLOOM_ADVICE_TABLE names a file for a table of the
    /// results (docs/results/advice-model.md).
    void advice_from_a_sample_agrees_with_complete_traces_data() {
        QTest::addColumn<QString>("card");
        QTest::addColumn<QString>("matrix");
        const std::vector<std::string> few{"a100", "rtx4060", "c2050"};
        std::size_t number = 0;
        for (const simulated::Card& card : simulated::cards())
            for (const std::string& matrix : families()) {
                // Without the environment variable, each card takes every third family, so that all families are tested.
                const auto at = std::find(few.begin(), few.end(), card.id);
                const bool is_its_turn =
                    at != few.end() && number % few.size() == static_cast<std::size_t>(at - few.begin());
                number = (number + 1) % families().size();
                if (!runs_all_cases() && !is_its_turn) continue;
                QTest::newRow((card.id + " " + matrix).c_str())
                    << QString::fromStdString(card.id) << QString::fromStdString(matrix);
            }
    }
    void advice_from_a_sample_agrees_with_complete_traces() {
        QFETCH(QString, card);
        QFETCH(QString, matrix);
        const Agreement found = compare(matrix.toStdString(), card.toStdString());
        if (QFile table(qEnvironmentVariable("WARPLOOM_ADVICE_TABLE"));
            !table.fileName().isEmpty() && table.open(QFile::Append))
            QTextStream(&table) << "| " << card << " | `" << matrix << "` | " << found.kernels << " | "
                                << QString::number(100 * found.worst_error, 'f', 1) << "% | `"
                                << QString::fromStdString(found.worst_kernel) << "` | "
                                << QString::number(found.regret, 'f', 3) << " | "
                                << (found.has_same_order     ? "same"
                                    : found.is_order_certain ? "different"
                                                             : "within error")
                                << " | " << QString::number(found.highest_bound, 'f', 2) << " |\n";
        // The goals are 10% and 1.05. docs/results/advice-model.md lists the cases that do not reach them.
        QVERIFY(found.kernels >= 1);
        QVERIFY2(found.worst_error <= 0.15, (found.worst_kernel + ": " + format_ratio(found.worst_error)).c_str());
        QVERIFY2(found.regret <= 1.10, format_ratio(found.regret).c_str());
        QVERIFY(found.has_same_order || !found.is_order_certain);
        QVERIFY2(found.highest_bound <= 1, (found.highest_kernel + ": " + format_ratio(found.highest_bound)).c_str());
    }

    /// WARPLOOM_ADVICE_CASES=1 tests 10,000 settings.
    void no_estimate_is_below_its_lower_bound() {
        const std::vector<simulated::Card> cards = simulated::cards();
        const int count = runs_all_cases() ? 10'000 : 100;
        std::int64_t compared = 0;
        for (int setting = 0; setting < count; ++setting) {
            Random random(static_cast<std::uint64_t>(setting));
            const std::string name = random_matrix(random);
            const simulated::Card& card = cards[random.below(cards.size())];
            AdviceSettings settings;
            settings.precision = random.below(2) == 0 ? Precision::float32 : Precision::float64;
            settings.cache = random.below(4) == 0 ? CacheState::warm : CacheState::cold;
            settings.block = 32 << random.below(4);
            Inputs inputs;
            const auto machine = kernels::open_machine("simulated:" + card.id);
            const AdvisedMachine advised = advised_machine(*machine);
            const protocol::Advice advice = advise(inputs, name, advised, settings);
            settings.quick = true;
            const protocol::Advice quick = advise(inputs, name, advised, settings);
            const auto matrix = inputs.matrix(name, Progress());
            for (const protocol::AdvisedKernel& kernel : advice.kernels) {
                const double whole =
                    kernel.traced_share >= 1 ? kernel.ns : whole_ns(*matrix, kernel, *advised.card, settings);
                const std::string what = kernel.kernel + " on " + card.id + ", " + name + ", setting " +
                                         std::to_string(setting) + ": " + std::to_string(kernel.ns) + " and " +
                                         std::to_string(whole);
                if (kernel.is_at_least) QVERIFY2(kernel.ns <= whole * (1 + 1e-9), what.c_str());
                const protocol::AdvisedKernel* const bound = quick.find(kernel.kernel);
                if (bound == nullptr) continue;
                QVERIFY(bound->is_at_least);
                QVERIFY2(bound->ns <= whole * (1 + 1e-9), (what + ", quick " + std::to_string(bound->ns)).c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 5 * count);
    }

    /// Like no_estimate_is_below_its_lower_bound(), for estimates that were learned from measured times.
    void no_learned_estimate_is_below_its_lower_bound() {
        const int count = runs_all_cases() ? 10'000 : 40;
        std::int64_t compared = 0;
        for (int setting = 0; setting < count; ++setting) {
            Random random(static_cast<std::uint64_t>(setting), 1);
            const std::string name = random_matrix(random);
            AdviceSettings settings;
            settings.quick = true;
            settings.precision = random.below(2) == 0 ? Precision::float32 : Precision::float64;
            Inputs inputs;
            const auto machine = kernels::open_machine("simulated:h200");
            AdvisedMachine advised = advised_machine(*machine);
            advised.learned = learned_for(advised.card->title, advised.card->compute_capability);
            QVERIFY(advised.learned != nullptr);
            const protocol::Advice advice = advise(inputs, name, advised, settings);
            const RowFigures rows = row_figures(inputs.matrix(name, Progress())->csr);
            for (const protocol::AdvisedKernel& kernel : advice.kernels) {
                const BoundedCall call{kernel.kernel,  kernel.format,  settings.precision,
                                       settings.cache, settings.block, static_cast<double>(*kernel.format_bytes)};
                const double bound_ns = strict_bound(call, rows, *advised.card).ns;
                const std::string what = kernel.kernel + ", " + name + ", setting " + std::to_string(setting);
                if (!kernel.is_at_least) QVERIFY2(kernel.ns >= bound_ns * (1 - 1e-9), what.c_str());
                if (std::isfinite(kernel.low_ns)) QVERIFY2(kernel.low_ns >= bound_ns * (1 - 1e-9), what.c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 5 * count);
    }
};

WARPLOOM_TEST(SampledAdviceTest);
#include "sampled_advice_test.moc"
