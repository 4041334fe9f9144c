// A claim that cannot fail is meaningless. These tests set the figures of each claim to the opposite of what it states,
// and expect it to fail. Figures are set per run, not per cell: two series of the same run always have the same figure.
// Only values that a figure can have are used, and figures that are determined by the kernel, its input and its launch
// are not changed.

#include "app/run_spec/cell_run.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/claims.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace warploom;
using namespace warploom::app;
using experiment::Claim;
using experiment::Experiment;
using experiment::Series;
using experiment::Verdict;
using In = experiment::CellColumn;
using ResultCell = experiment::Cell;

namespace {

bool is_at(const ResultCell& cell, const std::vector<std::pair<std::string, std::string>>& where) {
    return std::all_of(where.begin(), where.end(), [&](const auto& wanted) {
        return std::none_of(cell.at.begin(), cell.at.end(), [&](const auto& bound) {
            return bound.first == wanted.first && bound.second != wanted.second;
        });
    });
}

/// The smallest and the largest value that a figure can have in any run.
struct Range {
    double low, high;
};
Range range_of(const Series& series) {
    using experiment::Figure;
    switch (series.figure) {
    case Figure::filled_share:
    case Figure::waits_at_barriers:
    case Figure::occupancy:
    case Figure::peak_share: return {0, 100};
    case Figure::active_lanes: return {1, 32};
    case Figure::transactions:
    case Figure::sectors: {
        const auto per = series.options.find("per");
        const bool is_of_an_access = per != series.options.end() && per->second == "request";
        if (is_of_an_access) return {1, 64}; // 32 lanes, each of which may cross a boundary
        break;
    }
    default: break;
    }
    return {1e-12, 1e12};
}

/// Returns whether the kernel source, its input and its launch determine the figure, so that it is the same on all GPUs
/// and in all models.
bool is_fixed(const Experiment& experiment, const std::string& id) {
    using experiment::Figure;
    const Series& series = *experiment.find_series(id);
    if (series.ratio) return is_fixed(experiment, series.ratio->of) && is_fixed(experiment, series.ratio->over);
    if (series.reduce) return is_fixed(experiment, series.reduce->of);
    const std::string& operation = series.run->operation;
    switch (series.figure) {
    case Figure::launches: // for level-scheduled solves, it depends on the order of the rows
        return operation != "cg" && operation != "trsv" && operation != "ilu";
    case Figure::nonzeros:
    case Figure::filled_share:
    case Figure::requests:
    case Figure::lane_accesses:
    case Figure::barriers:
    case Figure::operations:
    case Figure::grid:
    case Figure::threads_at_work:
    case Figure::waits: return true;
    default: return false;
    }
}

bool is_settled(const Experiment& experiment, const Claim& claim) {
    return is_fixed(experiment, claim.left) && (claim.than || is_fixed(experiment, claim.right));
}

/// All cells of an experiment in one column, whose runs can be set to large or small values.
class Figures {
public:
    Figures(const Experiment& experiment, In column)
        : experiment_(experiment), column_(column), cells_(experiment::expand(experiment, false)) {}

    /// Sets the cells on the claim's left side according to `left_is_large`, and those on its right side to the
    /// opposite.
    Verdict verdict(const Claim& claim, bool left_is_large) {
        is_large_.clear();
        for (const ResultCell& cell : cells_) {
            if (!is_at(cell, claim.where)) continue;
            if (claim.between && cell.series == claim.left) {
                const std::string at = experiment::value_of(cell.at, *claim.between);
                if (at == claim.left_value) push(cell, left_is_large);
                if (at == claim.right_value) push(cell, !left_is_large);
            } else if (cell.series == claim.left) push(cell, left_is_large);
            else if (cell.series == claim.right && !claim.than) push(cell, !left_is_large);
        }
        for (ResultCell& cell : cells_) {
            const Series& series = *experiment_.find_series(cell.series);
            cell.value(column_) = {};
            if (!series.run) continue;
            const auto found = is_large_.find(key_of(cell, series));
            const Range range = range_of(series);
            cell.value(column_).number = found == is_large_.end() ? 1 : found->second ? range.high : range.low;
        }
        experiment::derive(experiment_, cells_);
        const auto judged = experiment::verdicts_of(experiment_, cells_);
        for (std::size_t i = 0; i < judged.size(); ++i)
            if (&experiment_.claims[i] == &claim) return judged[i][column_].verdict;
        return Verdict::cannot_tell;
    }

private:
    /// Returns a key that is equal for all series that show the same figure.
    std::string key_of(const ResultCell& cell, const Series& series) const {
        const CellRun run = cell_run(experiment_, series, cell);
        std::string key = column_ == In::modelled ? modelled_key(run) : measured_key(run);
        key += std::string("|") + experiment::to_string(series.figure);
        for (const auto& [option, word] : run.options) key += "|" + option + "=" + word;
        return key;
    }

    void push(const ResultCell& cell, bool large) {
        const Series& series = *experiment_.find_series(cell.series);
        if (series.run) is_large_.emplace(key_of(cell, series), large); // keep the first value
        else if (series.ratio) {
            push_all(cell, series.ratio->of, large);
            push_all(cell, series.ratio->over, !large);
        } else if (series.reduce) push_all(cell, series.reduce->of, large);
    }
    void push_all(const ResultCell& of, const std::string& series, bool large) {
        for (const ResultCell& cell : cells_)
            if (cell.series == series && is_at(cell, of.at)) push(cell, large);
    }

    const Experiment& experiment_;
    In column_;
    std::vector<ResultCell> cells_;
    std::map<std::string, bool> is_large_;
};

} // namespace

class ClaimsCanFailTest : public QObject {
    Q_OBJECT

    const std::vector<Experiment>& experiments_ = experiment::own_experiments();

    void rows() const {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < experiments_.size(); ++i)
            QTest::newRow(experiments_[i].id.c_str()) << static_cast<int>(i);
    }
    const Experiment& here() const {
        QFETCH(int, number);
        return experiments_[static_cast<std::size_t>(number)];
    }

private slots:
    void the_opposite_makes_each_claim_fail_data() { rows(); }
    void the_opposite_makes_each_claim_fail() {
        QStringList wrong;
        for (const In column : {In::modelled, In::measured}) {
            Figures figures(here(), column);
            for (const Claim& claim : here().claims) {
                if (!experiment::outside_of(here(), claim, column).empty()) continue;
                const bool says_more = claim.is == Claim::Is::more;
                const QString name = QStringLiteral("%1, %2").arg(claim.text.c_str(), experiment::to_string(column));
                if (figures.verdict(claim, !says_more) != Verdict::fails) wrong << "does not fail: " + name;
                const bool is_alike = claim.is == Claim::Is::alike; // both too large and too small must fail
                if (figures.verdict(claim, says_more) != (is_alike ? Verdict::fails : Verdict::holds))
                    wrong << (is_alike ? "does not fail the other way: " : "does not hold: ") + name;
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    void no_claim_is_settled_before_anything_runs_data() { rows(); }
    void no_claim_is_settled_before_anything_runs() {
        for (const Claim& claim : here().claims)
            QVERIFY2(!is_settled(here(), claim), ("A remark, and no claim: " + claim.text).c_str());
    }

    void each_claim_says_whose_its_bound_is_and_why_data() { rows(); }
    void each_claim_says_whose_its_bound_is_and_why() {
        for (const Claim& claim : here().claims) {
            QVERIFY2(claim.threshold == "source" || claim.threshold == "ours", claim.text.c_str());
            QVERIFY2(claim.because.size() > 10 && claim.because.back() == '.', claim.text.c_str());
            QVERIFY2(!claim.id.empty(), claim.text.c_str());
        }
    }

    /// A statement that can be decided neither by measuring nor by modeling must not be a claim.
    void each_claim_can_be_told_in_some_column_data() { rows(); }
    void each_claim_can_be_told_in_some_column() {
        for (const Claim& claim : here().claims)
            QVERIFY2(experiment::outside_of(here(), claim, In::modelled).empty() ||
                         experiment::outside_of(here(), claim, In::measured).empty(),
                     claim.text.c_str());
    }

    void a_claim_that_no_number_can_refute_is_noticed() {
        const auto claims_of = [](const char* figure, const char* options, const char* claims) {
            return experiment::experiment_from_json(
                QStringLiteral(
                    R"({"warploom_experiment": 1, "id": "made", "title": "Made", "card": "gtx295", "series": [
                {"id": "a", "unit": "u", "figure": "%1", "options": {%2},
                 "run": {"operation": "spmv", "input": "laplace2d:n=8", "kernel": "ell"}},
                {"id": "b", "unit": "u", "figure": "%1", "options": {%2},
                 "run": {"operation": "spmv", "input": "laplace2d:n=8", "kernel": "csr-scalar"}}], "claims": [%3]})")
                    .arg(figure, options, claims)
                    .toStdString(),
                "made");
        };
        const char* const below_33 = R"({"text": "t", "left": "a", "is": "less than", "than": 33})";
        const char* const below_31 = R"({"text": "t", "left": "a", "is": "less than", "than": 31})";
        const char* const fewer = R"({"text": "t", "left": "a", "is": "less than", "right": "b"})";
        const Experiment lanes = claims_of("active lanes", "", below_33); // a warp has 32 lanes
        QCOMPARE(Figures(lanes, In::modelled).verdict(lanes.claims[0], true), Verdict::holds);
        const Experiment fewer_lanes = claims_of("active lanes", "", below_31);
        QCOMPARE(Figures(fewer_lanes, In::modelled).verdict(fewer_lanes.claims[0], true), Verdict::fails);
        const Experiment operations = claims_of("operations", "", fewer);
        QVERIFY(is_settled(operations, operations.claims[0]));
        const Experiment a_nonzero = claims_of("operations", R"("per": "nonzero")", below_31);
        QVERIFY(is_settled(a_nonzero, a_nonzero.claims[0]));
        const Experiment transactions = claims_of("transactions", R"("per": "nonzero")", fewer);
        QVERIFY(!is_settled(transactions, transactions.claims[0])); // transaction sizes differ between GPUs
    }

    void a_claim_of_one_run_against_itself_is_noticed() {
        const Experiment experiment = experiment::experiment_from_json(R"({"warploom_experiment": 1, "id": "made",
            "title": "Made", "card": "gtx295", "series": [
            {"id": "a", "run": {"operation": "spmv", "input": "laplace2d:n=8", "kernel": "ell"}, "figure": "time"},
            {"id": "b", "run": {"operation": "spmv", "input": "laplace2d:n=8", "kernel": "ell"}, "figure": "time"}],
            "claims": [{"text": "They differ.", "left": "a", "is": "less than", "right": "b"},
                       {"text": "They are alike.", "left": "a", "is": "alike", "right": "b"}]})",
                                                                       "made");
        Figures figures(experiment, In::measured);
        QCOMPARE(figures.verdict(experiment.claims[0], false), Verdict::fails);
        QCOMPARE(figures.verdict(experiment.claims[0], true), Verdict::fails); // and never holds
        QCOMPARE(figures.verdict(experiment.claims[1], true), Verdict::holds); // and never fails
    }
};

WARPLOOM_TEST(ClaimsCanFailTest);
#include "claims_can_fail_test.moc"
