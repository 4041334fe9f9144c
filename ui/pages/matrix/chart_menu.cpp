#include "ui/pages/matrix/chart_menu.h"

#include "ui/charts/chart_export.h"
#include "ui/pages/page.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QTableView>

namespace warploom::ui {

namespace {

void showTable(const Chart& chart, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(chart.chartTitle());
    auto* model = new TableModel(dialog);
    model->setTable(chart.chartTable());
    QTableView* view = plainView(model);
    view->setAccessibleName(chart.chartTitle());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    inColumn(dialog, {view, buttons}, -1, {9, 9, 9, 9});
    dialog->resize(theme().px(520), theme().px(420));
    dialog->show();
}

} // namespace

ChartMenu::ChartMenu(Page& page) : QMenu(&page), page_(page) {
    connect(this, &QMenu::aboutToShow, this, &ChartMenu::fill);
}

void ChartMenu::fill() {
    clear();
    for (Chart* chart : page_.charts()) {
        QMenu* one = addMenu(chart->chartTitle());
        one->addAction(tr("Save chart or data..."), this, [this, chart] {
            try {
                if (const auto file = askAndExport(*chart, &page_))
                    page_.session().exported(tr("Saved to %1").arg(*file), *file);
            } catch (const std::exception& failure) { page_.session().reportFailure(failure); }
        });
        one->addAction(tr("Show data"), this, [this, chart] { showTable(*chart, &page_); });
    }
}

} // namespace warploom::ui
