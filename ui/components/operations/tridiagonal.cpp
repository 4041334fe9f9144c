#include "ui/components/operations/form_parts.h"
#include "ui/components/operations/operation_view.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include "engine/generators/tridiagonal_system.h"

#include <QLabel>
#include <QPushButton>

#include <cmath>

namespace warploom::ui {
namespace {

bool has_three_diagonals(const LoadedMatrix& loaded) {
    // The worker generates the system without building a full matrix.
    if (names_tridiagonal_system(loaded.matrix.name)) return true;
    const MatrixStatistics& s = loaded.statistics;
    return !loaded.matrix.is_oversize() && s.rows == s.cols && s.bandwidth_lower <= 1 && s.bandwidth_upper <= 1;
}

/// Returns a note with the reason if the result is wrong, or an empty string if it is correct.
QString remark(const RunResult& r) {
    if (r.status == RowStatus::wrong) return Text::tr("wrong: %1").arg(toQString(r.reason));
    return {};
}

/// Creates two rows for each result: the time without data transfers and, if transfers were timed, the time including
/// them.
std::vector<ChartPoint> copies(const std::vector<RunResultRef>& lines, const RunVarying& v) {
    std::vector<ChartPoint> rows;
    for (const RunResultRef& line : lines) {
        const std::string varying = runSeries(line, v);
        const auto add = [&](const QString& what, double time) {
            rows.push_back({line, what.toStdString() + (varying.empty() ? "" : ", " + varying), time});
        };
        const auto* own = line.result->own<protocol::TridiagonalResult>();
        add(Text::tr("computation only"), line.result->time.median);
        if (own != nullptr && std::isfinite(own->with_copies_ns)) add(Text::tr("with transfers"), own->with_copies_ns);
    }
    return rows;
}

double residual_of(const RunResult& r) {
    const auto* own = r.own<protocol::TridiagonalResult>();
    return own != nullptr ? own->residual : no_figure;
}

QString tridiagonalText(const std::vector<RunResultRef>& lines) {
    const auto [best, worst] = extremesOf(lines, residual_of);
    const auto failed = std::count_if(lines.begin(), lines.end(),
                                      [](const RunResultRef& line) { return line.result->status == RowStatus::wrong; });
    if (best == nullptr)
        return failed > 0 ? Text::tr("No method solved this system. Each row shows the reason.") : QString();
    QStringList text{Text::tr("%1 is the most accurate, with a residual of %2.")
                         .arg(toQString(best->kernel), numberText(residual_of(*best), 2))};
    if (worst != best)
        text << Text::tr("The residual of %1 is %2.").arg(toQString(worst->kernel), numberText(residual_of(*worst), 2));
    if (failed > 0) text << Text::tr("%n methods failed on this matrix (marked ◀ or ✕).", nullptr, pluralOf(failed));
    return paragraph(text);
}

QString copiesText(const std::vector<RunResultRef>& lines) {
    const RunResult* top = nullptr;
    double most = 0;
    for (const RunResultRef& line : lines) {
        const RunResult& r = *line.result;
        const auto* own = r.own<protocol::TridiagonalResult>();
        if (own == nullptr || r.is_modelled()) continue;
        const double ratio = own->with_copies_ns / r.time.median;
        if (std::isfinite(ratio) && ratio > most) {
            most = ratio;
            top = &r;
        }
    }
    if (top == nullptr) return Text::tr("Methods that run on the host do not transfer data.");
    return Text::tr("Including the copies to and from the device, %1 takes %2 times as long.")
        .arg(toQString(top->kernel), numberText(most, 3));
}

class TridiagonalFields final : public OperationFields {
public:
    using OperationFields::OperationFields;

    void build(QFormLayout& rows) override {
        system_ = sentenceLabel("runSystem");
        unknowns_ = validatedLine("runUnknowns", Text::tr("Unknowns"),
                                  Text::tr("Enter n, the number of unknowns in the system to open"), "[0-9]*");
        kind_ =
            explained(new QComboBox, "runKind", Text::tr("Kind of matrix"),
                      Text::tr("Select the kind of matrix. 0: second-difference matrix (-1, 2, -1). 1 to 20: test "
                               "matrices for solvers without pivoting. 21: mixed signs and zeros. 22: zero pivot."));
        for (const TridiagonalKind& kind : tridiagonal_kinds()) {
            addEntry(kind_, QStringLiteral("%1  %2").arg(kind.number).arg(Text::tr(kind.name)), kind.number,
                     Text::tr(kind.meaning));
        }
        holdWidth(kind_, 8);
        open_ = explained(new QPushButton(Text::tr("Open this system")), "runOpenSystem", Text::tr("Open this system"),
                          Text::tr("Open this tridiagonal system and use it on all pages"));
        rows.addRow(system_);
        rows.addRow(Text::tr("n"), unknowns_);
        rows.addRow(Text::tr("&Kind"), kind_);
        rows.addRow(open_);
        QObject::connect(unknowns_, &QLineEdit::textEdited, &form, [this](const QString& text) {
            session.setChoice(runKey("tridiagonal/n"), text, Text::tr("n = %1").arg(text), true);
        });
        QObject::connect(kind_, &QComboBox::activated, &form, [this] {
            session.setChoice(runKey("tridiagonal/kind"), kind_->currentData(),
                              Text::tr("kind %1").arg(kind_->currentText()));
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
        system_->setText(matrix == nullptr ? Text::tr("No matrix is open. Open a tridiagonal system:")
                         : has_three_diagonals(*matrix)
                             ? Text::tr("The open matrix is tridiagonal. Open a different system:")
                             : Text::tr("The open matrix has more than three diagonals. Open a tridiagonal system:"));
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
        return {QStringLiteral("tridiagonal"),
                Text::tr("Tridiagonal"),
                Text::tr("Solve a single tridiagonal system."),
                Text::tr("Median time per solve"),
                Text::tr("Lower bound on the time per solve"),
                Text::tr("All times are per solve.")};
    }
    QString tracedFirst() const override { return QStringLiteral("cr"); }
    QList<ExampleMatrix> samples() const override {
        const auto system = [](int n, const QString& title) {
            return ExampleMatrix{title, QStringLiteral("tridiagonal:n=%1,kind=0").arg(n)};
        };
        return {system(7, Text::tr("7 unknowns")), system(100, Text::tr("100 unknowns")),
                system(1000, Text::tr("1000 unknowns")), system(100000, Text::tr("100,000 unknowns"))};
    }
    QStringList plainKernels() const override { return {QStringLiteral("thomas")}; }
    bool isMadeThere(const LoadedMatrix& loaded) const override { return names_tridiagonal_system(loaded.matrix.name); }
    QString whyNot(const LoadedMatrix& loaded) const override {
        if (has_three_diagonals(loaded)) return {};
        return Text::tr("The open matrix is not tridiagonal. Open a tridiagonal matrix or system.");
    }
    QString sweepTitle() const override { return Text::tr("Median time by number of unknowns"); }
    QList<OperationChart> charts() const override {
        return {{RunChart::residual,
                 {Text::tr("Residual"),
                  [](ChartSpec& spec) {
                      spec.call("run-residual", Text::tr("Relative residual of the solution, ‖d - A x‖ / ‖d‖"),
                                Text::tr("relative residual"));
                      spec.kind_column = "what";
                      spec.status_column = "shown";
                      spec.mark_column = "remark";
                      spec.log_value = true;
                  },
                  {numberColumn("residual", "", figureOf(&protocol::TridiagonalResult::residual)),
                   numberColumn("componentwise", "", figureOf(&protocol::TridiagonalResult::componentwise)),
                   numberColumn("forward_error", "", figureOf(&protocol::TridiagonalResult::forward_error)),
                   textColumn("what", [](const ChartPoint&) { return std::string(to_string(PlotKind::computed)); }),
                   // A solver without pivoting may fail on a difficult matrix. Show a bar for such a failure, because
                   // it is also a result.
                   textColumn("shown",
                              [](const ChartPoint& row) {
                                  return std::string(std::isfinite(figuresOf<protocol::TridiagonalResult>(row).residual)
                                                         ? "ok"
                                                         : to_string(row.result().status));
                              }),
                   textColumn("remark", [](const ChartPoint& row) { return remark(row.result()).toStdString(); })},
                  {},
                  [](const ShownRuns&, const std::vector<RunResultRef>& lines) { return tridiagonalText(lines); }}},
                {RunChart::whole,
                 {Text::tr("Copies"),
                  [](ChartSpec& spec) {
                      spec.call("run-copies", Text::tr("Time with and without data transfers"), Text::tr("time"));
                  },
                  {measuredColumn(
                      "time", "ns", [](const ChartPoint& row) { return row.time; }, "modelled")},
                  copies,
                  [](const ShownRuns&, const std::vector<RunResultRef>& lines) { return copiesText(lines); }}}};
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
