#include "app/advice/learned_times.h"

#include "app/operations/spmv.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace warploom::app {

namespace {

/// Maximum slowdown of a kernel relative to the fastest one. Larger values are clipped, because differences among slow
/// kernels do not matter.
constexpr double clipped_at = 4;
/// Minimum number of measurements required to train the prediction for a kernel.
constexpr std::size_t fewest_times = 12;

double rounded(double value) {
    if (value == 0 || !std::isfinite(value)) return value;
    // round to six significant digits
    const double step = std::pow(10, 6 - std::ceil(std::log10(std::abs(value))));
    return std::round(value * step) / step;
}

/// Features and measured kernel times of a matrix in one precision.
struct Seen {
    const MatrixTimes* times = nullptr;
    RowFigures rows;
    std::vector<double> features;
    double best_ns = protocol::not_known;
    int family = 0;
    double plain(const KernelTime& kernel) const {
        return plain_ns(learned_bytes(kernel.format, static_cast<double>(kernel.format_bytes), rows, times->precision));
    }
    /// Returns the logarithm of a kernel's time divided by plain_ns(), the time to transfer the bytes of the product.
    /// Returns NaN if the kernel was not timed.
    double number(const std::string& kernel) const {
        const KernelTime* const found = times->find(kernel);
        if (found == nullptr || !(found->known_ns() > 0)) return protocol::not_known;
        return std::log(std::min(found->known_ns(), clipped_at * best_ns) / plain(*found));
    }
    bool is_first(const std::string& kernel) const {
        constexpr double as_good = 1.01;
        const KernelTime* const found = times->find(kernel);
        return found != nullptr && found->ns <= as_good * best_ns;
    }
};

std::vector<Seen> see(const MeasuredTimes& times, const Progress& progress, std::set<std::string>& families) {
    std::map<std::string, int> numbers;
    std::vector<Seen> all;
    std::string last;
    std::optional<Matrix> matrix;
    RowFigures rows;
    std::int64_t done = 0;
    for (const MatrixTimes& each : times.matrices) {
        progress.check(done++, static_cast<std::int64_t>(times.matrices.size()));
        const KernelTime* const best = each.fastest([](const KernelTime&) { return true; });
        if (best == nullptr || each.is_held_out) continue;
        if (each.matrix != last) {
            matrix.emplace(load_matrix(each.matrix));
            require_runnable(*matrix);
            rows = row_figures(matrix->csr);
            last = each.matrix;
        }
        families.insert(each.family);
        Seen seen;
        seen.times = &each;
        seen.features = matrix_features(matrix->csr, rows, each.precision).values;
        seen.best_ns = best->ns;
        seen.rows = rows;
        seen.family = numbers.emplace(each.family, static_cast<int>(numbers.size())).first->second;
        all.push_back(std::move(seen));
    }
    return all;
}

/// Hyperparameters chosen by leave-one-family-out cross-validation. All length scales from 3 to 6 and all local
/// components from 0.07 to 0.15 performed equally well, so the midpoints of these ranges are used.
constexpr ProcessShape shape_of_times{
    .smooth = 0.5, .length = 4, .local = 0.1, .local_length = 0.3, .noise = 0.03, .mean = 1};

double median_of(std::vector<double> values) {
    if (values.empty()) return protocol::not_known;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

class Learner {
public:
    Learner(const std::vector<Seen>& all, Precision precision, const std::vector<std::string>& kernels,
            const Progress& progress, Learning& result)
        : kernels_(kernels), progress_(progress), result_(result) {
        learned_.precision = precision;
        for (const Seen& each : all)
            if (each.times->precision == precision) seen_.push_back(&each);
    }

    void learn() {
        if (seen_.size() < fewest_times) return;
        scale();
        std::int64_t done = 0;
        for (const std::string& kernel : kernels_) {
            progress_.check(done++, static_cast<std::int64_t>(kernels_.size()));
            learn(kernel);
        }
        for (LearnedKernel& kernel : learned_.kernels) set_interval(kernel);
        result_.times.precisions.push_back(std::move(learned_));
    }

    /// Adds the leave-one-family-out regret for each measured matrix and precision. The regret is the cost of choosing
    /// the kernel with the lowest predicted time.
    void add_regret(std::map<std::string, std::vector<double>>& of_family) const {
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            std::string first;
            double least = protocol::not_known;
            for (const auto& [kernel, guesses] : guessed_)
                if (const auto at = guesses.find(i); at != guesses.end() && !(at->second >= least)) {
                    least = at->second;
                    first = kernel;
                }
            if (first.empty()) continue;
            of_family[seen_[i]->times->family].push_back(seen_[i]->times->find(first)->known_ns() / seen_[i]->best_ns);
        }
    }
    const std::vector<double>& errors() const { return errors_; }

private:
    void scale() {
        const std::size_t features = MatrixFeatures::names().size();
        constexpr double least = 0.05;
        const auto count = static_cast<double>(seen_.size());
        learned_.middle.assign(features, 0);
        learned_.scale.assign(features, 0);
        for (std::size_t i = 0; i < features; ++i) {
            double sum = 0, squares = 0;
            for (const Seen* const each : seen_) sum += each->features[i];
            for (const Seen* const each : seen_) squares += std::pow(each->features[i] - sum / count, 2);
            learned_.middle[i] = rounded(sum / count);
            learned_.scale[i] = rounded(std::sqrt(squares / count) + least);
        }
        for (const Seen* const each : seen_) {
            std::vector<double> point;
            for (std::size_t i = 0; i < features; ++i)
                point.push_back(std::round((each->features[i] - learned_.middle[i]) / learned_.scale[i] * 1e4) / 1e4);
            learned_.points.push_back(std::move(point));
            learned_.matrices.push_back(each->times->matrix);
        }
    }

    void learn(const std::string& kernel) {
        LearnedKernel made;
        made.kernel = kernel;
        std::vector<std::vector<double>> points;
        std::vector<double> numbers, prepared;
        std::vector<int> families;
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            const double number = seen_[i]->number(kernel);
            if (std::isnan(number)) continue;
            const KernelTime& time = *seen_[i]->times->find(kernel);
            if (made.features.empty()) made.features = features_of(kernel, time.format);
            made.format = time.format;
            made.points.push_back(static_cast<int>(i));
            points.push_back(part_of(learned_.points[i], made.features));
            numbers.push_back(number);
            families.push_back(seen_[i]->family);
            if (time.prepared_ns >= 0)
                prepared.push_back(time.prepared_ns /
                                   static_cast<double>(std::max<std::int64_t>(1, seen_[i]->times->nonzeros)));
        }
        if (numbers.size() < fewest_times) return;
        made.shape = shape_of_times;
        ProcessFit best = fit_process(made.shape, points, numbers, families);
        std::vector<double> errors;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            errors.push_back(std::abs(std::expm1(best.guessed_without_group[i] - numbers[i])));
        made.first_share = rounded(first_share(kernel, no_family));
        std::map<int, double> cautions;
        for (const int family : families)
            if (cautions.count(family) == 0) cautions[family] = caution_of(first_share(kernel, family));
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto at = static_cast<std::size_t>(made.points[i]);
            factors_[kernel][at] = std::exp(numbers[i] - best.guessed_without_group[i]);
            guessed_[kernel][at] = best.guessed_without_group[i] + cautions.at(families[i]) +
                                   std::log(seen_[at]->plain(*seen_[at]->times->find(kernel)));
        }
        made.error = rounded(median_of(errors));
        std::vector<double> sorted = errors;
        std::sort(sorted.begin(), sorted.end());
        for (double& weight : best.weights) weight = rounded(weight);
        made.weights = std::move(best.weights);
        made.prepared_ns_an_entry = prepared.empty() ? 0 : rounded(median_of(prepared));
        result_.kernels.add_row({kernel, std::string(to_string(learned_.precision)),
                                 static_cast<std::int64_t>(numbers.size()), number_cell(made.error),
                                 number_cell(sorted[sorted.size() * 9 / 10])});
        errors_.insert(errors_.end(), errors.begin(), errors.end());
        learned_.kernels.push_back(std::move(made));
    }

    /// Sets `low` and `high`, unless there are too few matrices on which the kernel was among the fastest.
    void set_interval(LearnedKernel& kernel) const {
        std::vector<double> factors;
        for (const auto& [at, factor] : factors_.at(kernel.kernel)) {
            double least = std::numeric_limits<double>::infinity();
            for (const auto& [other, guesses] : guessed_)
                if (const auto found = guesses.find(at); found != guesses.end()) least = std::min(least, found->second);
            if (guessed_.at(kernel.kernel).at(at) <= least + std::log(clearly_slower)) factors.push_back(factor);
        }
        if (factors.size() < fewest_times) return;
        std::sort(factors.begin(), factors.end());
        const std::size_t outside = factors.size() / 20;
        kernel.low = rounded(factors[outside]);
        kernel.high = rounded(factors[factors.size() - 1 - outside]);
    }

    /// Returns the fraction of the measured matrices on which the kernel was fastest. Excludes the family `without`.
    double first_share(const std::string& kernel, int without) const {
        int firsts = 0, cases = 0;
        for (const Seen* const each : seen_) {
            if (each->family == without) continue;
            firsts += each->is_first(kernel) ? 1 : 0;
            ++cases;
        }
        return cases > 0 ? static_cast<double>(firsts) / cases : 0;
    }

    static constexpr int no_family = -1;
    const std::vector<std::string>& kernels_;
    const Progress& progress_;
    Learning& result_;
    LearnedPrecision learned_;
    std::vector<const Seen*> seen_;
    /// Leave-one-family-out predictions. The keys are the kernel name and the index of the measured matrix.
    std::map<std::string, std::map<std::size_t, double>> guessed_;
    /// Ratios of measured to predicted time. The keys are the kernel name and the index of the measured matrix.
    std::map<std::string, std::map<std::size_t, double>> factors_;
    std::vector<double> errors_;
};

void add_regret_row(Table& table, const std::string& family, const std::vector<double>& regrets) {
    double logarithms = 0, worst = 0;
    int near = 0;
    constexpr double near_enough = 1.05;
    for (const double regret : regrets) {
        logarithms += std::log(regret);
        worst = std::max(worst, regret);
        near += regret <= near_enough ? 1 : 0;
    }
    const auto count = static_cast<double>(regrets.size());
    table.add_row({family, static_cast<std::int64_t>(regrets.size()), number_cell(std::exp(logarithms / count)),
                   number_cell(near / count), number_cell(worst)});
}

} // namespace

Learning learn_times(const MeasuredTimes& times, const Progress& progress) {
    Learning result;
    result.kernels.title = sentence("Leave-one-family-out prediction error");
    result.kernels.columns = {{"kernel", ""}, {"precision", ""}, {"cases", ""}, {"median", ""}, {"ninth_tenth", ""}};
    result.regret.title = sentence("Leave-one-family-out regret of the top-ranked kernel");
    result.regret.columns = {
        {"family", ""}, {"cases", ""}, {"geometric_mean", ""}, {"within_5_percent", ""}, {"worst", ""}};
    LearnedTimes& made = result.times;
    made.title = times.machine.title;
    for (const auto& [name, value] : times.machine.facts)
        if (name == "compute capability") made.compute_capability = value;
    made.features = MatrixFeatures::names();
    std::set<std::string> families;
    const std::vector<Seen> all = see(times, progress, families);
    made.cases = static_cast<std::int64_t>(all.size());
    made.families = static_cast<std::int64_t>(families.size());
    std::map<std::string, std::vector<double>> of_family;
    std::vector<double> errors;
    for (const Precision precision : {Precision::float64, Precision::float32}) {
        Learner learner(all, precision, times.machine.kernels, progress, result);
        learner.learn();
        learner.add_regret(of_family);
        errors.insert(errors.end(), learner.errors().begin(), learner.errors().end());
    }
    if (made.precisions.empty())
        throw Error("advice.times", sentence("Too few times to learn from: {n} {n:case|cases}.", {{"n", all.size()}}),
                    sentence("Measure more matrices from families that are not held out."));
    made.error = rounded(median_of(errors));
    std::vector<double> together;
    for (const auto& [family, regrets] : of_family) {
        add_regret_row(result.regret, family, regrets);
        together.insert(together.end(), regrets.begin(), regrets.end());
    }
    if (!together.empty()) add_regret_row(result.regret, "all", together);
    return result;
}

} // namespace warploom::app
