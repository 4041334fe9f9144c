#include "ui/pages/reproduce/chart_deck.h"

#include "ui/charts/chart_view.h"
#include "ui/pages/reproduce/cell_model.h"
#include "ui/widgets/page_parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QStackedWidget>

namespace warploom::ui {
namespace {

QString drawText(experiment::CellColumn kind) {
    switch (kind) {
    case experiment::CellColumn::published: return ChartDeck::tr("Show published values");
    case experiment::CellColumn::modelled: return ChartDeck::tr("Show modeled values");
    case experiment::CellColumn::measured: break;
    }
    return ChartDeck::tr("Show measured values");
}

} // namespace

ChartDeck::ChartDeck(QWidget* parent) : QWidget(parent) {
    box_ = comboBox("reproduceChartBox", tr("Chart to show"),
                    tr("Select a chart of this experiment, plotted as in the source"));
    holdWidth(box_, 20, 10);
    stack_ = new QStackedWidget;
    QWidget* row = inStrip({box_}); // this setting allows the combo box to wrap to its own line in a narrow window
    for (const experiment::CellColumn kind : experiment::columns) {
        const QString name = QLatin1String(experiment::to_string(kind));
        auto* check = new QCheckBox(columnText(kind));
        check->setObjectName(QStringLiteral("reproduceShow-") + name);
        check->setAccessibleName(drawText(kind));
        check->setToolTip(check->accessibleName());
        check->setChecked(true);
        row->layout()->addWidget(check);
        kinds_.append(check);
        connect(check, &QCheckBox::toggled, this, [this] {
            outdated_.assign(charts_.size(), true);
            currentView();
        });
    }
    inColumn(this, {row, {stack_, 1}}, 2, {0, 4, 0, 0});
    connect(box_, &QComboBox::activated, this, &ChartDeck::showChart);
    onTheme(this, [this] { fitHeight(); });
}

void ChartDeck::setCharts(std::vector<ExperimentChart> charts) {
    bool same = charts.size() == charts_.size();
    for (std::size_t i = 0; same && i < charts.size(); ++i)
        same = charts[i].spec.name == charts_[i].spec.name && charts[i].spec.title == charts_[i].spec.title;
    charts_ = std::move(charts);
    outdated_.assign(charts_.size(), true);
    if (!same) {
        box_->clear();
        for (ChartView* view : std::as_const(views_)) {
            stack_->removeWidget(view);
            view->deleteLater();
        }
        views_.clear();
        for (const ExperimentChart& chart : charts_) {
            auto* view = new ChartView(chart.spec);
            view->setInvitation(words_, button_);
            connect(view, &ChartView::invitationAccepted, this, &ChartDeck::invitationAccepted);
            stack_->addWidget(view);
            views_.append(view);
            box_->addItem(chart.spec.title);
        }
        box_->setVisible(views_.size() > 1);
        showChart(0);
    } else if (isVisible()) {
        currentView();
    }
}

void ChartDeck::setInvitation(const QString& words, const QString& button) {
    words_ = words;
    button_ = button;
    for (ChartView* view : std::as_const(views_)) view->setInvitation(words, button);
}

int ChartDeck::shown() const { return stack_->currentIndex(); }

void ChartDeck::showChart(int number) {
    if (number < 0 || number >= count()) return;
    box_->setCurrentIndex(number);
    stack_->setCurrentIndex(number);
    if (isVisible()) fill(number);
}

Table ChartDeck::wanted(const ExperimentChart& chart) const {
    Table table = chart.table;
    if (chart.is_profile) return table;
    const std::size_t at = table.column("kind");
    std::erase_if(table.rows, [&](const std::vector<warploom::Cell>& row) {
        for (const QCheckBox* check : kinds_)
            if (!check->isChecked() && std::get<std::string>(row[at]) == check->text().toStdString()) return true;
        return false;
    });
    return table;
}

ChartView* ChartDeck::fill(int number) {
    if (number < 0 || number >= count()) return nullptr;
    const auto at = static_cast<std::size_t>(number);
    ChartView* view = views_[number];
    if (!outdated_[at]) return view;
    outdated_[at] = false;
    // The specification of the chart may have changed, because quartiles are added with the first measured value. Keep
    // the axis scale that the user selected.
    ChartSpec spec = charts_[at].spec;
    if (!view->chartTable().rows.empty()) spec.log_value = view->spec().log_value;
    view->setSpec(spec);
    view->setTable(wanted(charts_[at]));
    const bool is_profile = charts_[at].is_profile;
    view->setReading(is_profile || charts_[at].table.rows.empty() ? QString()
                     : spec.kind == ChartSpec::Kind::lines
                         ? tr("Dashed: published (or modeled, in violet). Solid: measured.")
                         : tr("Outline: published. Hatched: modeled. Solid: measured."));
    return view;
}

QList<Chart*> ChartDeck::charts() {
    QList<Chart*> all;
    for (int i = 0; i < count(); ++i) all.append(fill(i));
    return all;
}

void ChartDeck::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

void ChartDeck::fitHeight() { stack_->setMinimumHeight(theme().px(isLow(this) ? 110 : 200)); }

void ChartDeck::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    currentView();
}

} // namespace warploom::ui
