#include "ui/pages/matrix/orders/orders_panel.h"

#include "engine/error.h"
#include "engine/ordering/ordered_matrix.h"
#include "ui/components/spy/spy_view.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/table_model.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace warploom::ui {
namespace {

// Maximum number of nonzeros of the matrix, and maximum number of entries of the factor. They limit the computation of
// the fill-in to a few seconds.
constexpr std::int64_t most_nonzeros = 4'000'000, most_entries = 40'000'000;

const ordering::OrderInfo* infoOf(const QString& order) {
    for (const ordering::OrderInfo& info : ordering::orders())
        if (order == QLatin1String(to_string(info.kind))) return &info;
    return nullptr;
}

/// Returns the title of the order in a matrix name, such as "Reverse Cuthill-McKee" for "matrix.mtx|rcm".
QString orderTitle(const std::string& name) {
    const auto split = ordering::split_order(name);
    if (!split) return Text::tr("original");
    const ordering::OrderInfo* const info = infoOf(QLatin1String(to_string(split->kind)));
    return info == nullptr ? toQString(name) : Text::tr(info->title);
}

Matrix asItIs(const Matrix& matrix) {
    Matrix plain;
    plain.name = ordering::without_orders(matrix.name);
    plain.field = matrix.field;
    plain.symmetry = matrix.symmetry;
    if (matrix.order == nullptr) {
        plain.csr = matrix.csr;
        return plain;
    }
    ordering::Order back;
    const auto inverse = [](const std::vector<std::int32_t>& of) {
        std::vector<std::int32_t> made(of.size());
        for (std::size_t place = 0; place < of.size(); ++place)
            made[static_cast<std::size_t>(of[place])] = static_cast<std::int32_t>(place);
        return made;
    };
    back.rows = inverse(matrix.order->rows);
    back.cols = inverse(matrix.order->cols);
    plain.csr = ordering::reordered(matrix.csr, back);
    return plain;
}

OrderNumbers numbersOf(const Matrix& matrix) {
    OrderNumbers numbers{orderTitle(matrix.name), ordering::order_figures(matrix.csr), std::nullopt};
    if (matrix.csr.rows == matrix.csr.cols) numbers.fill = ordering::fill_figures(matrix.csr, most_entries);
    return numbers;
}

} // namespace

Table orderTable(const OrderNumbers& one, const OrderNumbers& other) {
    Table table{.title = "Two orderings",
                .columns = {{"quantity", ""}, {one.title.toStdString(), ""}, {other.title.toStdString(), ""}}};
    const auto add = [&](const QString& name, Cell a, Cell b) {
        table.add_row({name.toStdString(), std::move(a), std::move(b)});
    };
    const ordering::OrderFigures &a = one.figures, &b = other.figures;
    add(Text::tr("bandwidth (rows)"), a.bandwidth, b.bandwidth);
    add(Text::tr("profile (elements)"), a.profile, b.profile);
    if (one.fill && other.fill) {
        if (one.fill->cholesky && other.fill->cholesky)
            add(Text::tr("Cholesky entries"), *one.fill->cholesky, *other.fill->cholesky);
        add(Text::tr("dependency levels of L x = b"), one.fill->levels, other.fill->levels);
    }
    add(Text::tr("fill of 4 x 4 blocks (%)"), a.blocks_filled * 100, b.blocks_filled * 100);
    add(Text::tr("sectors of x per warp"), a.sectors_a_warp, b.sectors_a_warp);
    return table;
}

QString orderReading(const OrderNumbers& one, const OrderNumbers& other) {
    const double here = one.figures.sectors_a_warp, there = other.figures.sectors_a_warp;
    QString text = Text::tr("To process 32 rows, a warp reads %1 different sectors of x with the ordering \"%2\", "
                            "compared with %3 with the ordering \"%4\".")
                       .arg(numberText(here, 3), one.title, numberText(there, 3), other.title);
    if (one.fill && other.fill && one.fill->cholesky && other.fill->cholesky && *one.fill->cholesky > 0)
        text = paragraph(
            {text, Text::tr("With the other ordering, the Cholesky factor has %1 times as many entries.")
                       .arg(numberText(
                           static_cast<double>(*other.fill->cholesky) / static_cast<double>(*one.fill->cholesky), 3))});
    return text;
}

OrdersPanel::OrdersPanel(QWidget* parent) : QWidget(parent) {
    box_ = comboBox("ordersBeside", tr("Ordering to compare"),
                    tr("Select the row and column ordering for the plot below"), {{tr("original"), QString()}});
    for (const ordering::OrderInfo& info : ordering::orders()) {
        addEntry(box_, Text::tr(info.title), QLatin1String(to_string(info.kind)), Text::tr(info.summary));
    }
    holdWidth(box_, 16);
    reading_ = sentenceLabel("ordersReading", tr("Comparison of the two orderings"));
    spy_ = named(new SpyView, "", tr("Matrix plot with the other ordering"));
    spy_->setChartName(QStringLiteral("matrix-spy-other"));
    model_ = new TableModel(this);
    view_ = named(plainView(model_), "ordersTable", tr("Statistics of both orderings"));
    view_->setShowGrid(false);
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    inColumn(this, {inStrip({labelled(tr("Compare w&ith"), box_)}), {spy_, 1}, reading_, view_}, theme().px(4),
             {theme().px(8), 0, 0, 0});
    connect(box_, &QComboBox::activated, this, &OrdersPanel::want);
    connect(spy_, &SpyView::hoverTextChanged, this, &OrdersPanel::hoverTextChanged);
    connect(spy_, &SpyView::imageChanged, this, &OrdersPanel::changed);
    connect(spy_, &SpyView::hoveredChanged, this, [this](const HoveredNonzero& nonzero) {
        if (pair_.other) emit hoveredChanged(pair_.back(nonzero));
    });
    onTheme(this, [this] { fitTable(); });
}

OrdersPanel::~OrdersPanel() { pool_.waitForDone(); }

Table OrdersPanel::table() const { return model_->table(); }

bool OrdersPanel::isSettled() const { return !is_busy_ && (!pair_.other || spy_->isCurrent()); }

void OrdersPanel::setMatrix(const MatrixHandle& matrix) {
    matrix_ = matrix;
    pair_.other.reset(); // hide the previous pair of orders until the new pair is ready
    asked_.clear();
    // By default, compare an original matrix with its best order, and a reordered matrix with its original order.
    const auto split = matrix ? ordering::split_order(matrix->matrix.name) : std::nullopt;
    const QString own = split ? QLatin1String(to_string(split->kind)) : QString();
    if (box_->currentData().toString() == own)
        box_->setCurrentIndex(own.isEmpty() ? std::max(0, box_->findData(QStringLiteral("rcm"))) : 0);
    if (isVisible()) want();
}

void OrdersPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    want();
}

void OrdersPanel::want() {
    const QString order = box_->currentData().toString();
    const QString key = matrix_ ? matrix_->name() + QLatin1Char('\n') + order : QString();
    if (key == asked_) return;
    asked_ = key;
    pool_.clear();
    if (!matrix_ || !matrix_->pyramid || matrix_->matrix.csr.nonzeros() > most_nonzeros) {
        Pair none;
        none.problem =
            matrix_ ? tr("This matrix is too large to reorder here. Run `warploom-engine order` in a terminal instead.")
                    : tr("Open a matrix to compare two orderings.");
        return show_(none);
    }
    is_busy_ = true;
    reading_->setText(tr("Reordering..."));
    const auto work = [matrix = matrix_, order] {
        Pair pair;
        try {
            Matrix plain = asItIs(matrix->matrix);
            auto made = std::make_shared<LoadedMatrix>();
            const ordering::OrderInfo* const info = infoOf(order);
            made->matrix =
                info == nullptr ? std::move(plain) : ordering::ordered_matrix(plain, info->kind, info->usual);
            made->statistics = matrix->statistics;
            made->pyramid = std::make_unique<const DensityPyramid>(made->matrix.csr, Progress{});
            pair.here = numbersOf(matrix->matrix);
            pair.there = numbersOf(made->matrix);
            pair.to = OrderMap(matrix->matrix.order.get(), made->matrix.order.get());
            pair.back = OrderMap(made->matrix.order.get(), matrix->matrix.order.get());
            pair.other = made;
        } catch (const Error& error) { pair.problem = toQString(error.what()); }
        return pair;
    };
    computeInBackground(pool_, this, work, [this, key](const Pair& pair) {
        if (key == asked_) show_(pair);
    });
}

void OrdersPanel::show_(const Pair& pair) {
    is_busy_ = false;
    pair_ = pair;
    spy_->setMatrix(pair.other);
    setHovered(hovered_);
    reading_->setText(pair.other ? orderReading(pair.here, pair.there) : pair.problem);
    model_->setTable(pair.other ? orderTable(pair.here, pair.there) : Table());
    for (int column = 0; column < model_->columnCount(); ++column)
        view_->horizontalHeader()->setSectionResizeMode(column, column == 0 ? QHeaderView::ResizeToContents
                                                                            : QHeaderView::Stretch);
    fitTable();
    emit changed();
}

/// Makes the table exactly as tall as its rows.
void OrdersPanel::fitTable() {
    const int line = setRowHeight(view_, 6);
    view_->setFixedHeight(model_->rowCount() * line + view_->horizontalHeader()->sizeHint().height() + theme().px(4));
}

void OrdersPanel::setHovered(const HoveredNonzero& hovered) {
    hovered_ = hovered;
    if (pair_.other) spy_->setHovered(pair_.to(hovered));
}

} // namespace warploom::ui
