#include "ui/look/number_text.h"
#include "ui/look/qt_text.h"
#include "ui/look/words.h"
#include "ui/pages/run/operations/form_parts.h"
#include "ui/pages/run/operations/operation_view.h"

#include "engine/generators/tridiagonal_system.h"

#include <QLabel>
#include <QPushButton>

#include <cmath>

namespace warploom::ui {
namespace {

bool has_three_diagonals(const LoadedMatrix& loaded) {
    if (names_tridiagonal_system(loaded.matrix.name))
        return true; // the worker makes the system without a matrix around it
    const MatrixStatistics& s = loaded.statistics;
    return !loaded.matrix.is_oversize() && s.rows == s.cols && s.bandwidth_lower <= 1 && s.bandwidth_upper <= 1;
}

/// What makes a residual one to be looked at twice.
QString remark(const RunResult& r) {
    if (r.status == RowStatus::wrong) return words("wrong: %1").arg(qt(r.reason));
    return {};
}

/// One without the copies, and one with them where there are any.
std::vector<ChartRow> copies(const std::vector<RunLine>& lines, const RunVarying& v) {
    std::vector<ChartRow> rows;
    for (const RunLine& line : lines) {
        const std::string varying = runSeries(line, v);
        const auto add = [&](const QString& what, double time) {
            rows.push_back({line, what.toStdString() + (varying.empty() ? "" : ", " + varying), time});
        };
        const auto* own = line.result->own<wire::TridiagonalResult>();
        add(words("compute only"), line.result->time.median);
        if (own != nullptr && std::isfinite(own->with_copies_ns)) add(words("with copies"), own->with_copies_ns);
    }
    return rows;
}

double residual_of(const RunResult& r) {
    const auto* own = r.own<wire::TridiagonalResult>();
    return own != nullptr ? own->residual : no_figure;
}

QString tridiagonalText(const std::vector<RunLine>& lines) {
    const auto [best, worst] = extremesOf(lines, residual_of);
    const auto failed = std::count_if(lines.begin(), lines.end(),
                                      [](const RunLine& line) { return line.result->status == RowStatus::wrong; });
    if (best == nullptr)
        return failed > 0 ? words("No method solved this system; the reasons stand on the rows.") : QString();
    QString text = words("%1 is closest: its residual is %2.").arg(qt(best->kernel), numberText(residual_of(*best), 2));
    if (worst != best) text += words(" That of %1 is %2.").arg(qt(worst->kernel), numberText(residual_of(*worst), 2));
    if (failed > 0) text += words(" %1 of the methods failed on this matrix (◀ or ✕).").arg(failed);
    return text;
}

QString copiesText(const std::vector<RunLine>& lines) {
    const RunResult* top = nullptr;
    double most = 0;
    for (const RunLine& line : lines) {
        const RunResult& r = *line.result;
        const auto* own = r.own<wire::TridiagonalResult>();
        if (own == nullptr || r.is_modelled()) continue;
        const double ratio = own->with_copies_ns / r.time.median;
        if (std::isfinite(ratio) && ratio > most) {
            most = ratio;
            top = &r;
        }
    }
    if (top == nullptr) return words("Nothing is copied here: host methods work where the data are.");
    return words("With its data carried there and x carried back, %1 takes %2 times as long.")
        .arg(qt(top->kernel), numberText(most, 3));
}

class TridiagonalFields final : public OperationFields {
public:
    using OperationFields::OperationFields;

    void build(QFormLayout& rows) override {
        system_ = sentenceLabel("runSystem");
        unknowns_ = validatedLine("runUnknowns", words("Unknowns"), words("Number of unknowns n of the system to open"),
                                  "[0-9]*");
        kind_ = explained(
            new QComboBox, "runKind", words("Kind of matrix"),
            words("0: the second difference; 1 to 20: the matrices on which methods without pivoting are tried; "
                  "21: signs and zeros; 22: a zero pivot"));
        for (const TridiagonalKind& kind : tridiagonal_kinds()) {
            addEntry(kind_, QStringLiteral("%1  %2").arg(kind.number).arg(QString::fromUtf8(kind.name)), kind.number,
                     QString::fromUtf8(kind.meaning));
        }
        holdWidth(kind_, 8);
        open_ = explained(new QPushButton(words("Open this system")), "runOpenSystem", words("Open this system"),
                          words("Makes tridiagonal:n=...,kind=... the matrix of all pages"));
        rows.addRow(system_);
        rows.addRow(words("n"), unknowns_);
        rows.addRow(words("&Kind"), kind_);
        rows.addRow(open_);
        QObject::connect(unknowns_, &QLineEdit::textEdited, &form, [this](const QString& text) {
            session.setChoice(runKey("tridiagonal/n"), text, words("%1 unknowns").arg(text), true);
        });
        QObject::connect(kind_, &QComboBox::activated, &form, [this] {
            session.setChoice(runKey("tridiagonal/kind"), kind_->currentData(),
                              words("kind %1").arg(kind_->currentText()));
        });
        QObject::connect(open_, &QPushButton::clicked, &form, [this] {
            session.openMatrix(
                QStringLiteral("tridiagonal:n=%1,kind=%2").arg(unknowns_->text()).arg(kind_->currentData().toInt()));
        });
    }
    void readChoices() override {
        editText(unknowns_, session.choice(runKey("tridiagonal/n"), QStringLiteral("100000")).toString());
        showData(kind_, session.choice(runKey("tridiagonal/kind"), 0));
    }
    void describeMatrix() override {
        const MatrixHandle& matrix = session.matrix();
        system_->setText(matrix == nullptr ? words("No matrix is open. Open a system:")
                         : has_three_diagonals(*matrix)
                             ? words("The open matrix is tridiagonal. Another one:")
                             : words("The open matrix has more than three diagonals. Open a system:"));
    }

private:
    QComboBox* kind_ = nullptr;
    QLineEdit* unknowns_ = nullptr;
    QLabel* system_ = nullptr;
    QPushButton* open_ = nullptr;
};

class TridiagonalView final : public OperationView {
public:
    OperationInfo info() const override {
        return {QStringLiteral("tridiagonal"), words("Tridiagonal"), words("One system with three diagonals."),
                words("solution")};
    }
    QString tracedFirst() const override { return QStringLiteral("cr"); }
    QList<Sample> samples() const override {
        const auto system = [](int n, const QString& title) {
            return Sample{title, QStringLiteral("tridiagonal:n=%1,kind=0").arg(n)};
        };
        return {system(7, words("7 unknowns")), system(100, words("100 unknowns")),
                system(1000, words("1000 unknowns")), system(100000, words("100,000 unknowns"))};
    }
    QStringList plainKernels() const override { return {QStringLiteral("thomas")}; }
    bool isMadeThere(const LoadedMatrix& loaded) const override { return names_tridiagonal_system(loaded.matrix.name); }
    QString whyNot(const LoadedMatrix& loaded) const override {
        if (has_three_diagonals(loaded)) return {};
        return words("The open matrix is not tridiagonal. Open a system, or a matrix with three diagonals.");
    }
    QString sweepTitle() const override { return words("Median time by number of unknowns"); }
    QList<OperationChart> charts() const override {
        return {{RunChart::residual,
                 {words("Residual"),
                  [](ChartSpec& spec) {
                      spec.call("run-residual", words("Residual of the solution, ‖d - A x‖ / ‖d‖"),
                                words("relative residual"));
                      spec.kind_column = "what";
                      spec.status_column = "shown";
                      spec.mark_column = "remark";
                      spec.log_value = true;
                  },
                  {numberColumn("residual", "", figureOf(&wire::TridiagonalResult::residual)),
                   numberColumn("componentwise", "", figureOf(&wire::TridiagonalResult::componentwise)),
                   numberColumn("forward_error", "", figureOf(&wire::TridiagonalResult::forward_error)),
                   textColumn("what", [](const ChartRow&) { return std::string(to_string(PlotKind::computed)); }),
                   // What a method without pivoting makes of a hard matrix is a result, and has its bar.
                   textColumn("shown",
                              [](const ChartRow& row) {
                                  return std::string(std::isfinite(figuresOf<wire::TridiagonalResult>(row).residual)
                                                         ? "ok"
                                                         : to_string(row.result().status));
                              }),
                   textColumn("remark", [](const ChartRow& row) { return remark(row.result()).toStdString(); })},
                  {},
                  [](const ShownRuns&, const std::vector<RunLine>& lines) { return tridiagonalText(lines); }}},
                {RunChart::whole,
                 {words("Copies"),
                  [](ChartSpec& spec) {
                      spec.call("run-copies", words("Compute only, and with the copies"), words("time"));
                  },
                  {measuredColumn(
                      "time", "ns", [](const ChartRow& row) { return row.time; }, "modelled")},
                  copies,
                  [](const ShownRuns&, const std::vector<RunLine>& lines) { return copiesText(lines); }}}};
    }
    std::unique_ptr<OperationFields> fields(Session& session, QWidget& form) const override {
        return std::make_unique<TridiagonalFields>(session, form);
    }
};

} // namespace

const OperationView& tridiagonalView() {
    static const TridiagonalView view;
    return view;
}

} // namespace warploom::ui
