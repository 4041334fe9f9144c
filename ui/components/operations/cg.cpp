#include "ui/components/operations/form_parts.h"
#include "ui/components/operations/operation_view.h"
#include "ui/session/cg_warning.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QLabel>

#include <cmath>

namespace warploom::ui {
namespace {

Table cgResiduals(const std::vector<RunResultRef>& lines, const RunVarying& v) {
    Table table;
    table.columns = {{"kernel", ""}, {"machine", ""},   {"precision", ""}, {"series", ""},
                     {"what", ""},   {"iteration", ""}, {"residual", ""},  {"points", ""}};
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        const auto* cg = r.own<protocol::CgResult>();
        if (cg == nullptr) continue;
        const std::string varying = runSeries(line, v);
        const std::string series = r.kernel + (varying.empty() ? "" : ", " + varying);
        const auto add = [&](double iteration, double residual, const QString& points) {
            table.add_row({r.kernel, r.machine, std::string(to_string(r.precision)), series,
                           kindCell(PlotKind::computed), numberCell(iteration), numberCell(residual),
                           textCell(points)});
        };
        for (std::size_t i = 0; i < cg->history.size(); ++i)
            add(static_cast<double>((i + 1) * static_cast<std::size_t>(cg->history_every)), cg->history[i], {});
        for (const auto& [iteration, residual] : cg->true_residuals)
            add(static_cast<double>(iteration), residual, Text::tr("true residual, recomputed"));
    }
    return table;
}

/// Returns the time to solution, or NaN if the method did not converge.
double solve_ns(const ChartPoint& row) {
    return figuresOf<protocol::CgResult>(row).state == "converged" ? figuresOf<protocol::CgResult>(row).solve_ns
                                                                   : no_figure;
}

QString cgText(const std::vector<RunResultRef>& lines, bool whole) {
    const RunResult* quickest = nullptr;
    QString failed;
    int converged = 0, all = 0;
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        const auto* cg = r.own<protocol::CgResult>();
        if (cg == nullptr) continue;
        ++all;
        if (cg->state == "converged") {
            ++converged;
            const bool better = quickest == nullptr || cg->solve_ns < quickest->own<protocol::CgResult>()->solve_ns;
            if (std::isfinite(cg->solve_ns) && better &&
                (quickest == nullptr || quickest->is_modelled() == r.is_modelled()))
                quickest = &r;
        } else if (failed.isEmpty()) {
            failed =
                Text::tr("%1: %2").arg(toQString(r.kernel), toQString(cg->sentence.empty() ? cg->state : cg->sentence));
        }
    }
    if (all == 0) return {};
    QStringList text{Text::tr("%1 of %n kernels converged.", nullptr, all).arg(converged)};
    if (whole && quickest != nullptr) {
        const protocol::CgResult& cg = *quickest->own<protocol::CgResult>();
        const int n = pluralOf(cg.iterations);
        text << (quickest->is_modelled()
                     ? Text::tr("The fastest kernel, %1, takes %2 for %n iterations (modeled).", nullptr, n)
                     : Text::tr("The fastest kernel, %1, takes %2 for %n iterations.", nullptr, n))
                    .arg(toQString(quickest->kernel), timeText(cg.solve_ns));
    }
    if (!whole)
        text << Text::tr(
            "Lines show the recurrence residual. Hollow markers show the true residual, recomputed from x.");
    return paragraph(text << failed);
}

class CgFields final : public OperationFields {
public:
    using OperationFields::OperationFields;

    void build(QFormLayout& rows) override {
        warning_ = sentenceLabel("runUnsymmetric");
        rows.addRow(warning_);
    }
    void describeMatrix() override {
        const MatrixHandle& matrix = session.matrix();
        const QString warning = matrix == nullptr ? QString() : cgWarning(matrix->statistics.definiteness);
        warning_->setText(warning);
        warning_->setVisible(!warning.isEmpty());
    }

private:
    QLabel* warning_ = nullptr;
};

class CgView final : public OperationView {
public:
    OperationInfo info() const override {
        return {QStringLiteral("cg"),
                Text::tr("CG"),
                Text::tr("Solve A x = b with conjugate gradients and any SpMV kernel. A must be symmetric positive "
                         "definite, except for bicgstab."),
                Text::tr("Median time per iteration"),
                Text::tr("Lower bound on the time per iteration"),
                Text::tr("All times are per iteration.")};
    }
    /// Returns all combinations of a CG method and an SpMV kernel that the simulated GPU can run.
    QStringList tracedKernels(const protocol::Handshake& handshake) const override {
        QStringList all;
        for (const protocol::KernelEntry& method : handshake.kernels_of("cg")) {
            const bool is_simulated = method.runs_on == RunsOn::gpu || method.runs_on == RunsOn::anywhere;
            if (!method.takes_product || !is_simulated) continue;
            for (const QString& product : spmvView().tracedKernels(handshake))
                all.append(toQString(method.id) + QLatin1Char(':') + product);
        }
        return all;
    }
    QString tracedFirst() const override { return QStringLiteral("cg:csr-vector"); }
    QString kernelText(const protocol::Handshake& handshake, const QString& kernel) const override {
        return spmvView().kernelText(handshake, kernel.section(QLatin1Char(':'), 1));
    }
    QList<ExampleMatrix> samples() const override {
        return {{Text::tr("2-D Laplacian, 16 x 16 grid"), QStringLiteral("laplace2d:n=16")},
                {Text::tr("2-D Laplacian, 8 x 8 grid"), QStringLiteral("laplace2d:n=8")},
                {Text::tr("2-D Laplacian, 64 x 64 grid"), QStringLiteral("laplace2d:n=64")}};
    }
    QStringList plainKernels() const override {
        return {QStringLiteral("cg:csr-scalar"), QStringLiteral("cg:cpu-csr")};
    }
    bool takesProduct() const override { return true; }
    bool isShared() const override { return true; }
    QString whyNot(const LoadedMatrix& loaded) const override {
        if (loaded.matrix.rows() == loaded.matrix.cols()) return {};
        return Text::tr(
                   "The conjugate gradient method requires a square matrix. This matrix has %1 rows and %2 columns.")
            .arg(loaded.matrix.rows())
            .arg(loaded.matrix.cols());
    }
    QList<OperationChart> charts() const override {
        return {{RunChart::residual,
                 {Text::tr("Residual"),
                  [](ChartSpec& spec) {
                      spec.call("run-residual", Text::tr("Residual by iteration"), Text::tr("relative residual"));
                      spec.over("iteration", Text::tr("iteration"));
                      spec.value = "residual";
                      spec.kind_column = "what";
                      spec.status_column.clear();
                      spec.points = "points";
                      spec.log_value = spec.log_ticks = true;
                  },
                  {},
                  {},
                  [](const ShownRuns&, const std::vector<RunResultRef>& lines) { return cgText(lines, false); },
                  cgResiduals}},
                {RunChart::whole,
                 {Text::tr("Solution"),
                  [](ChartSpec& spec) {
                      spec.call("run-solve", Text::tr("Time to solution"), Text::tr("time"));
                      spec.mark_column = "remark";
                  },
                  {measuredColumn("solve", "ns", solve_ns, "modelled"),
                   {"iterations", "",
                    [](const ChartPoint& row) { return knownCell(figuresOf<protocol::CgResult>(row).iterations); }},
                   textColumn("state", figureOf(&protocol::CgResult::state)),
                   numberColumn("true_residual", "", figureOf(&protocol::CgResult::true_residual)),
                   textColumn("sentence", figureOf(&protocol::CgResult::sentence)),
                   textColumn("remark",
                              [](const ChartPoint& row) {
                                  return figuresOf<protocol::CgResult>(row).state == "converged"
                                             ? std::string()
                                             : figuresOf<protocol::CgResult>(row).state;
                              })},
                  {},
                  [](const ShownRuns&, const std::vector<RunResultRef>& lines) { return cgText(lines, true); }}}};
    }
    std::unique_ptr<OperationFields> fields(Session& session, QWidget& form) const override {
        return std::make_unique<CgFields>(session, form);
    }
};

} // namespace

const OperationView& cgView() {
    static const CgView view;
    return view;
}

} // namespace warploom::ui
