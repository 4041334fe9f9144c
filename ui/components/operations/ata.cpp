#include "ui/components/operations/form_parts.h"
#include "ui/components/operations/operation_view.h"
#include "ui/components/operations/operations.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

QString rungTitle(const QString& kernel) {
    const int rung = ataRung(kernel);
    const QStringList ladder = ataLadder(QStringLiteral("tiled")), names = ataSwitches();
    if (rung == 0) return Text::tr("none");
    if (ladder.value(rung) == kernel) return QStringLiteral("+ ") + names.value(rung - 1);
    // Otherwise, the user has selected a combination of optimizations that is not in the optimization ladder.
    return kernel.section(QLatin1Char('@'), 1);
}

const QStringList& rungs() {
    static const QStringList all = ataLadder(QStringLiteral("tiled"));
    return all;
}

int rung(const ChartPoint& row) { return ataRung(toQString(row.result().kernel)); }

/// Returns the results of the optimization ladder, sorted by the number of enabled optimizations. Each kernel in the
/// ladder enables one more optimization than the previous one.
std::vector<ChartPoint> ladderRows(const std::vector<RunResultRef>& lines, const RunVarying& v) {
    std::vector<ChartPoint> rows = chartRows(lines, v);
    std::erase_if(rows, [](const ChartPoint& row) { return rung(row) < 0; });
    std::stable_sort(rows.begin(), rows.end(),
                     [](const ChartPoint& a, const ChartPoint& b) { return rung(a) < rung(b); });
    return rows;
}

/// Returns the speedup of a result relative to another kernel of the optimization ladder in the same run.
double times(const ChartPoint& row, int other_rung) {
    const RunResult& r = row.result();
    for (const RunResult& other : row.line.run->results)
        if (other.precision == r.precision && other.block == r.block && other.matrix == r.matrix &&
            toQString(other.kernel) == rungs().value(other_rung))
            return other.time.median / r.time.median;
    return no_figure;
}

QString ladderText(const ShownRuns& runs) {
    const Table table = runTable(RunChart::ladder, runs);
    if (table.rows.empty()) return {};
    double largest = 0, all = no_figure;
    std::string step;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const double gain = table.number(r, table.column("times_the_rung_before"));
        if (std::isfinite(gain) && gain > largest) {
            largest = gain;
            step = table.text(r, table.column("switches"));
        }
        if (table.number(r, table.column("rung")) == static_cast<double>(ataSwitches().size()))
            all = table.number(r, table.column("times_none"));
    }
    if (!std::isfinite(all))
        return Text::tr(
            "To compare the kernel with all optimizations on and off, select \"Add one at a time\" on the left.");
    return Text::tr("With all five optimizations, the kernel is %1 times as fast. The largest single speedup, a factor "
                    "of %3, comes from \"%2\".")
        .arg(numberText(all, 3), toQString(step), numberText(largest, 3));
}

class AtaFields final : public OperationFields {
public:
    using OperationFields::OperationFields;

    void build(QFormLayout& rows) override {
        switches_box_ = new QWidget;
        QWidget* const boxes = inStrip({});
        for (const QString& name : ataSwitches()) {
            auto* box = explained(new QCheckBox(name), "", name, ataSwitchText(name));
            box->setObjectName(QStringLiteral("switch-") + name);
            boxes->layout()->addWidget(box);
            switches_.append(box);
            QObject::connect(box, &QCheckBox::clicked, &form, [this, name](bool on) {
                QStringList ticked = session.choice(runKey("ata/switches"), ataSwitches()).toStringList();
                ticked.removeAll(name);
                if (on) ticked.append(name);
                session.setChoice(runKey("ata/switches"), ticked,
                                  on ? Text::tr("turn on %1").arg(name) : Text::tr("turn off %1").arg(name));
            });
        }
        ladder_ =
            explained(new QPushButton(Text::tr("Add one at a time")), "runLadder",
                      Text::tr("Add the optimizations one at a time"),
                      Text::tr("Run the \"tiled\" kernel with all optimizations off, then turn them on one at a time"));
        ladder_->setCheckable(true);
        inColumn(switches_box_, {new QLabel(Text::tr("Optimizations in \"tiled\"")), boxes, ladder_}, 2);
        QObject::connect(ladder_, &QPushButton::clicked, &form, [this](bool on) {
            session.setChoice(runKey("ata/ladder"), on,
                              on ? Text::tr("add optimizations one at a time")
                                 : Text::tr("use the selected optimizations"));
        });
        rows.addRow(switches_box_);
    }
    void showOn(bool is_host) override { switches_box_->setVisible(!is_host); }
    void readChoices() override {
        const QStringList on = session.choice(runKey("ata/switches"), ataSwitches()).toStringList();
        const bool ladder = session.choice(runKey("ata/ladder"), false).toBool();
        for (QCheckBox* box : switches_) {
            box->setChecked(ladder || on.contains(box->text()));
            box->setEnabled(!ladder);
        }
        ladder_->setChecked(ladder);
    }
    void apply(protocol::RunPlan& plan) const override {
        const bool ladder = session.choice(runKey("ata/ladder"), false).toBool();
        const QStringList on = session.choice(runKey("ata/switches"), ataSwitches()).toStringList();
        QStringList kernels;
        for (const QString& kernel : toQString(plan.settings.kernels)) {
            if (kernel != QLatin1String("tiled")) kernels.append(kernel);
            else kernels += ladder ? ataLadder(kernel) : QStringList{ataKernel(kernel, on)};
        }
        plan.settings.kernels = textsOf(kernels);
    }

private:
    QWidget* switches_box_ = nullptr;
    QPushButton* ladder_ = nullptr;
    QList<QCheckBox*> switches_;
};

class AtaView final : public OperationView {
public:
    OperationInfo info() const override {
        return {QStringLiteral("ata"),
                Text::tr("AᵀA"),
                Text::tr("Compute C = AᵀA for a dense matrix. A sparse matrix is first converted to dense storage with "
                         "explicit zeros."),
                Text::tr("Median time per AᵀA product"),
                Text::tr("Lower bound on the time per AᵀA product"),
                Text::tr("All times are per AᵀA product.")};
    }
    /// Returns the names of the kernels that can be traced. Includes `tiled` with no optimizations, with each single
    /// optimization, and with all of them.
    QStringList tracedKernels(const protocol::Handshake& handshake) const override {
        QStringList all;
        for (const QString& kernel : OperationView::tracedKernels(handshake)) {
            if (kernel == QLatin1String("tiled")) {
                all.append(ataKernel(kernel, {}));
                for (const QString& name : ataSwitches()) all.append(ataKernel(kernel, {name}));
            }
            all.append(kernel);
        }
        return all;
    }
    QString tracedFirst() const override { return QStringLiteral("tiled@none"); }
    QString kernelText(const protocol::Handshake& handshake, const QString& kernel) const override {
        const QString on = kernel.section(QLatin1Char('@'), 1);
        return ataSwitches().contains(on)
                   ? ataSwitchText(on)
                   : OperationView::kernelText(handshake, kernel.section(QLatin1Char('@'), 0, 0));
    }
    QList<ExampleMatrix> samples() const override {
        const auto dense = [](int rows, int cols) {
            return ExampleMatrix{Text::tr("%1 x %2 matrix").arg(rows).arg(cols),
                                 QStringLiteral("dense:rows=%1,cols=%2,seed=1").arg(rows).arg(cols)};
        };
        return {dense(32, 32), dense(4, 3), dense(64, 48), dense(200, 100)};
    }
    QStringList plainKernels() const override { return {QStringLiteral("naive"), QStringLiteral("cpu-ata")}; }
    QList<OperationChart> charts() const override {
        return {{RunChart::ladder,
                 {Text::tr("Ladder"),
                  [](ChartSpec& spec) {
                      spec.call("run-ladder", Text::tr("Time of the tiled kernel as optimizations are added"),
                                Text::tr("time"));
                      spec.category = "switches";
                  },
                  {{"rung", "", [](const ChartPoint& row) { return Cell(std::int64_t{rung(row)}); }},
                   textColumn(
                       "switches",
                       [](const ChartPoint& row) { return rungTitle(toQString(row.result().kernel)).toStdString(); }),
                   measuredColumn(
                       "median", "ns", [](const ChartPoint& row) { return row.time; }, "modelled"),
                   numberColumn(
                       "times_the_rung_before", "",
                       [](const ChartPoint& row) { return rung(row) > 0 ? times(row, rung(row) - 1) : no_figure; }),
                   numberColumn("times_none", "", [](const ChartPoint& row) { return times(row, 0); })},
                  ladderRows,
                  [](const ShownRuns& runs, const std::vector<RunResultRef>&) { return ladderText(runs); }}}};
    }
    std::unique_ptr<OperationFields> fields(Session& session, QWidget& form) const override {
        return std::make_unique<AtaFields>(session, form);
    }
};

} // namespace

const OperationView& ataView() {
    static const AtaView view;
    return view;
}

} // namespace warploom::ui
