#include "app/solve/cg_session.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>

using namespace warploom;
using namespace warploom::app;

namespace {

CgChoice choice(const char* machine, const char* kernel, Precision precision = Precision::float64) {
    CgChoice c;
    c.machine = machine;
    c.kernel = kernel;
    c.precision = precision;
    return c;
}

/// Advances the session and returns the residuals that were reported.
std::vector<double> advanced(CgSession& session, std::int64_t count) {
    std::vector<double> all;
    std::int64_t expected = session.standing().iteration + 1;
    session.advance(count, [&](std::int64_t first, const std::vector<double>& residuals) {
        if (first != expected) throw std::logic_error("a gap in the numbers of the iterations");
        expected += static_cast<std::int64_t>(residuals.size());
        all.insert(all.end(), residuals.begin(), residuals.end());
        return true;
    });
    return all;
}

} // namespace

class CgSessionTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        machines_ = kernels::machines();
        matrix_ = std::make_shared<const Matrix>(load_matrix("laplace2d:n=16"));
    }

    void it_advances_as_far_as_asked_and_numbers_every_iteration() {
        CgSession session(machines_, matrix_, choice("cpu", "cg:cpu-csr"), {});
        QCOMPARE(session.standing().iteration, std::int64_t{0});
        QCOMPARE(session.standing().residual, 1.0);
        QCOMPARE(advanced(session, 7).size(), std::size_t{7});
        QCOMPARE(session.standing().iteration, std::int64_t{7});
        QCOMPARE(session.standing().state, std::string("running"));
        const auto rest = advanced(session, 0);
        QCOMPARE(session.standing().state, std::string("converged"));
        QCOMPARE(session.standing().iteration, static_cast<std::int64_t>(7 + rest.size()));
        QVERIFY(session.standing().true_residual <= 1e-10);
        QVERIFY(advanced(session, 5).empty()); // the iteration has ended
    }

    void another_format_and_machine_go_on_where_the_first_one_was_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<QString>("kernel");
        QTest::newRow("another product") << "cpu"
                                         << "cg:cpu-ell";
        QTest::newRow("another machine") << "simulated:h200"
                                         << "cg:csr-vector";
        QTest::newRow("rows in another order") << "simulated:h200"
                                               << "cg:ell-sorted";
    }

    void another_format_and_machine_go_on_where_the_first_one_was() {
        QFETCH(QString, machine);
        QFETCH(QString, kernel);
        CgSession whole(machines_, matrix_, choice("cpu", "cg:cpu-csr"), {});
        const auto expected = advanced(whole, 25);
        CgSession session(machines_, matrix_, choice("cpu", "cg:cpu-csr"), {});
        auto residuals = advanced(session, 10);
        const double before = session.standing().residual;
        session.switch_to(choice(machine.toUtf8(), kernel.toUtf8()), {});
        QCOMPARE(session.standing().iteration, std::int64_t{10});
        QCOMPARE(session.standing().residual, before);
        const auto more = advanced(session, 15);
        residuals.insert(residuals.end(), more.begin(), more.end());
        QCOMPARE(residuals.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(residuals[i] - expected[i]) <= 1e-9 * expected[i], QByteArray::number(qulonglong(i)));
    }

    void a_switch_that_fails_leaves_the_solution_as_it_was() {
        CgSession session(machines_, matrix_, choice("cpu", "cg:cpu-csr"), {});
        advanced(session, 3);
        for (const CgChoice& bad :
             {choice("cpu", "cg:quantum"), choice("abacus", "cg:cpu-csr"), choice("cpu", "cg:ell")})
            try {
                session.switch_to(bad, {});
                QFAIL("was accepted");
            } catch (const Error&) {}
        QCOMPARE(session.choice().kernel, std::string("cg:cpu-csr"));
        QCOMPARE(session.standing().iteration, std::int64_t{3});
        QCOMPARE(advanced(session, 1).size(), std::size_t{1});
    }

    void float_stagnates_and_double_takes_over() {
        auto c = choice("cpu", "cg:cpu-csr", Precision::float32);
        c.settings.tolerance = 1e-11;
        CgSession session(machines_, matrix_, c, {});
        advanced(session, 0);
        QCOMPARE(session.standing().state, std::string("stagnated"));
        QVERIFY(session.standing().true_residual > 1e-9);
        c.precision = Precision::float64;
        session.switch_to(c, {});
        QCOMPARE(session.standing().state, std::string("running"));
        advanced(session, 0);
        QCOMPARE(session.standing().state, std::string("converged"));
        QVERIFY(session.standing().true_residual <= 1e-11);
    }

    void another_preconditioner_begins_anew_from_the_same_x() {
        CgSession session(machines_, matrix_, choice("cpu", "cg:cpu-csr"), {});
        advanced(session, 10);
        const double before = session.standing().true_residual;
        auto c = session.choice();
        c.settings.preconditioner = Preconditioner::ic0;
        session.switch_to(c, {});
        QVERIFY(std::abs(session.standing().true_residual - before) <= 1e-9 * before);
        advanced(session, 0);
        QCOMPARE(session.standing().state, std::string("converged"));
    }

    void the_limit_ends_it_and_a_higher_one_goes_on() {
        auto c = choice("cpu", "cg:cpu-csr");
        c.settings.limit = 4;
        CgSession session(machines_, matrix_, c, {});
        QCOMPARE(advanced(session, 0).size(), std::size_t{4});
        QCOMPARE(session.standing().state, std::string("limit"));
        c.settings.limit = 5;
        session.switch_to(c, {});
        QCOMPARE(advanced(session, 0).size(), std::size_t{1});
    }

    void an_indefinite_matrix_breaks_down_at_its_iteration() {
        Matrix indefinite = load_matrix("diagonal:n=3");
        indefinite.csr.value = {-1, -2, -3};
        CgSession session(machines_, std::make_shared<const Matrix>(indefinite), choice("cpu", "cg:cpu-csr"), {});
        QVERIFY(advanced(session, 0).empty());
        QCOMPARE(session.standing().state, std::string("breakdown"));
        QVERIFY(session.standing().sentence.find("not positive definite: p·Ap = ") != std::string::npos);
        QVERIFY(session.standing().sentence.find("at iteration 1") != std::string::npos);
        QVERIFY(session.standing().obstacle.find("all entries on its diagonal are negative") != std::string::npos);
    }

    void a_watcher_pauses_it() {
        CgSession session(machines_, matrix_, choice("cpu", "cg:cpu-csr"), {});
        session.advance(0, [](std::int64_t, const std::vector<double>&) { return false; });
        QCOMPARE(session.standing().iteration, std::int64_t{1});
        QCOMPARE(session.standing().state, std::string("running"));
    }

    void parts_are_measured_or_modelled_and_disturb_nothing() {
        CgSession measured(machines_, matrix_, choice("cpu", "cg:cpu-csr"), {});
        CgSession undisturbed(machines_, matrix_, choice("cpu", "cg:cpu-csr"), {});
        advanced(measured, 5);
        advanced(undisturbed, 5);
        QVERIFY(!measured.is_modelled());
        const auto parts = measured.parts({});
        QVERIFY(parts && parts->spmv > 0 && parts->updates > 0);
        QCOMPARE(advanced(measured, 10), advanced(undisturbed, 10));
        CgSession modelled(machines_, matrix_, choice("simulated:c2050", "cg:ell"), {});
        QVERIFY(modelled.is_modelled());
        const auto of_card = modelled.parts({});
        QVERIFY(of_card && of_card->spmv > 0 && of_card->dots > 0 && of_card->updates > 0 && of_card->gaps > 0);
    }

private:
    MachineList machines_;
    std::shared_ptr<const Matrix> matrix_;
};

WARPLOOM_TEST(CgSessionTest);
#include "cg_session_test.moc"
