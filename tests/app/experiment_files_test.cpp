#include "app/problem/format_store.h"
#include "app/run_spec/cell_run.h"
#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/claims.h"
#include "engine/generators/generators.h"
#include "engine/generators/matrix_source.h"
#include "engine/ordering/order.h"
#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace warploom;
using namespace warploom::app;
using experiment::Experiment;
using experiment::Series;

namespace {

/// Returns whether an input is a network file, which is replaced by another input if it is not found.
bool is_network_file(const std::string& input) { return input.find(".inp") != std::string::npos; }

/// Returns the name of a method or kernel without its product or options. A paper's file has neither.
std::string bare(const std::string& kernel) {
    return kernel.starts_with("paper:") ? kernel : kernel.substr(0, kernel.find_first_of(":@"));
}

} // namespace

/// The experiments that come with the program must be runnable: everything that they refer to exists.
class ExperimentFilesTest : public QObject {
    Q_OBJECT

    std::vector<std::string> complaints_;
    std::vector<Experiment> experiments_ = experiment::experiments(&complaints_);

    void rows() const {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < experiments_.size(); ++i)
            QTest::newRow(experiments_[i].id.c_str()) << static_cast<int>(i);
    }
    const Experiment& here() const {
        QFETCH(int, number);
        return experiments_[number];
    }

private slots:
    void every_file_is_read() {
        for (const auto& complaint : complaints_) qWarning("%s", complaint.c_str());
        QCOMPARE(complaints_.size(), std::size_t{0});
        for (const char* id :
             {"prata2010-figures-2-3", "prata2010-tables-1-4", "prata2010-table-5", "prata2010-tables-7-9", "it168-coo",
              "cerny2011-cpu", "cerny2011-gpu", "cerny2011-precision", "cerny2011-timing-error",
              "cerny2011-single-runs", "rossignon2013-figure-6", "rossignon2013-gpus", "ata-table-1", "ata-table-2",
              "trotter2023-orders", "trotter2023-solvers"})
            QVERIFY2(std::any_of(experiments_.begin(), experiments_.end(), [&](const auto& e) { return e.id == id; }),
                     id);
    }

    void the_quick_form_is_a_part_of_the_whole_one_data() { rows(); }
    void the_quick_form_is_a_part_of_the_whole_one() {
        const auto quick = experiment::expand(here(), true), whole = experiment::expand(here(), false);
        QVERIFY(!quick.empty());
        QVERIFY(quick.size() <= whole.size());
        for (const auto& cell : quick) {
            const auto* const twin = experiment::find_cell(whole, cell.series, cell.at);
            QVERIFY2(twin != nullptr, cell.series.c_str());
            QVERIFY(twin->published.number == cell.published.number);
        }
    }

    void kernels_run_where_they_are_sent_data() { rows(); }
    void kernels_run_where_they_are_sent() {
        for (const auto& cell : experiment::expand(here(), false)) {
            const Series& series = *here().find_series(cell.series);
            if (!series.run) continue;
            const CellRun run = cell_run(here(), series, cell);
            std::vector<std::string> kernels{run.kernel};
            if (!run.modelled_kernel.empty()) kernels.push_back(run.modelled_kernel);
            for (const auto& kernel : kernels) {
                if (kernels::is_kernel_file(kernel)) { // kernel files run on GPUs
                    QVERIFY2(run.place != experiment::Place::cpu, kernel.c_str());
                    continue;
                }
                const auto* const info = kernels::find_kernel(run.operation, bare(kernel));
                QVERIFY2(info != nullptr, kernel.c_str());
                std::vector<RunsOn> runs_on{info->runs_on};
                if (run.operation == Operation::cg) {
                    // The method runs on all machines; its product determines which kind.
                    const auto* const product = kernels::find_spmv_kernel(kernels::parse_cg_kernel(kernel).spmv);
                    QVERIFY2(product != nullptr, kernel.c_str());
                    runs_on = {product->runs_on};
                }
                const bool is_host = runs_on.front() == RunsOn::host;
                QVERIFY2(is_host == (run.place == experiment::Place::cpu), (cell.series + ": " + kernel).c_str());
            }
            const auto against = run.options.find("against");
            if (against != run.options.end())
                QVERIFY2(kernels::find_kernel(run.operation, against->second) != nullptr, against->second.c_str());
        }
    }

    void every_input_exists_or_has_a_generator_to_stand_in_data() { rows(); }
    void every_input_exists_or_has_a_generator_to_stand_in() {
        std::set<std::string> seen;
        const auto look_at = [&](const std::vector<std::string>& inputs) {
            QVERIFY(!inputs.empty());
            QVERIFY2(!is_network_file(inputs.back()), inputs.back().c_str());
            for (const auto& input : inputs)
                if (!is_network_file(input) && seen.insert(input).second)
                    (void)generator_values(ordering::without_orders(input)); // throws if invalid
        };
        for (const auto& cell : experiment::expand(here(), false)) {
            const Series& series = *here().find_series(cell.series);
            if (series.run) look_at(cell_run(here(), series, cell).inputs);
        }
        for (const auto& profile : here().profiles) look_at(profile.inputs);
    }

    void the_card_is_one_of_the_program_s_data() { rows(); }
    void the_card_is_one_of_the_program_s() {
        if (here().card.empty()) return;
        QCOMPARE(simulated::find_card(here().card).id, here().card);
    }

    void texts_are_sentences_data() { rows(); }
    void texts_are_sentences() {
        QVERIFY(!here().title.empty() && !here().place.empty() && !here().source.empty());
        const auto ends = [](const std::string& text) { return !text.empty() && text.back() == '.'; };
        QVERIFY(ends(here().conclusion) && ends(here().remarks));
        std::set<std::string> claims;
        for (const auto& claim : here().claims) {
            QVERIFY2(ends(claim.text), claim.text.c_str());
            QVERIFY2(claims.insert(claim.text).second, claim.text.c_str());
        }
    }

    void what_can_be_told_from_the_print_holds_there_data() { rows(); }
    void what_can_be_told_from_the_print_holds_there() {
        const auto judged = experiment::verdicts_of(here(), experiment::expand(here(), false));
        QCOMPARE(judged.size(), here().claims.size());
        for (std::size_t i = 0; i < judged.size(); ++i) {
            const auto& published = judged[i][experiment::CellColumn::published];
            QVERIFY2(published.verdict != experiment::Verdict::fails,
                     (here().claims[i].text + " " + published.sentence).c_str());
        }
    }

    void the_print_tells_sixty_claims_and_more() {
        int told = 0, all = 0;
        for (const auto& one : experiments_)
            for (const auto& judged : experiment::verdicts_of(one, experiment::expand(one, false))) {
                ++all;
                told += judged[experiment::CellColumn::published].verdict == experiment::Verdict::holds;
            }
        QVERIFY(all >= 100);
        QVERIFY2(told >= 60, std::to_string(told).c_str());
    }

    void padding_is_refused_where_it_takes_memory_and_not_where_it_does_not() {
        const auto ell = [](const char* name, bool as_in_a_run) {
            const CsrMatrix matrix = load_matrix(name).csr;
            const auto precision = Precision::float64;
            try {
                (void)kernels::make_format("ell", matrix, precision,
                                           as_in_a_run ? run_format_options(matrix, precision)
                                                       : kernels::FormatOptions());
            } catch (const Error& error) { return error.code(); }
            return std::string();
        };
        QCOMPARE(ell("one-long-row:n=1000", false), std::string("memory.limit")); // 12 MB, 500 times the size of CSR
        QCOMPARE(ell("one-long-row:n=1000", true), std::string());
        QCOMPARE(ell("one-long-row:n=4000", true), std::string("memory.limit")); // 192 MB
        QCOMPARE(ell("laplace2d:n=50", true), std::string());
    }

    void a_network_that_is_not_there_is_said_in_the_remarks_data() { rows(); }
    void a_network_that_is_not_there_is_said_in_the_remarks() {
        if (here().text.find(".inp:") == std::string::npos) return;
        QVERIFY(here().remarks.find("stands in") != std::string::npos);
        QVERIFY(here().remarks.find("FinMar") != std::string::npos);
    }
};

WARPLOOM_TEST(ExperimentFilesTest);
#include "experiment_files_test.moc"
