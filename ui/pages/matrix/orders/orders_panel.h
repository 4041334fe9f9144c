#pragma once

#include "engine/ordering/fill.h"
#include "engine/ordering/order.h"
#include "engine/table.h"
#include "ui/pages/matrix/spy/order_map.h"
#include "ui/session/background.h"
#include "ui/session/session.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QTableView;

namespace warploom::ui {

class SpyView;
class TableModel;

/// Statistics of a matrix in one ordering.
struct OrderNumbers {
    QString title; ///< name of the ordering
    ordering::OrderFigures figures;
    std::optional<ordering::FillFigures> fill; ///< for square matrices
};
/// Returns the columns quantity, first ordering and second ordering, with one row for each statistic that both have.
Table orderTable(const OrderNumbers& one, const OrderNumbers& other);
/// Returns two sentences about the benefit of the other ordering.
QString orderReading(const OrderNumbers& one, const OrderNumbers& other);

/// Compares the matrix of the page with a second ordering: spy plot and statistics. The same nonzero is highlighted in
/// both plots. The ordering is computed in the background while the panel is visible.
class OrdersPanel : public QWidget {
    Q_OBJECT
public:
    explicit OrdersPanel(QWidget* parent = nullptr);
    ~OrdersPanel() override;

    void setMatrix(const MatrixHandle& matrix);     ///< the matrix of the page, in its current ordering
    void setHovered(const HoveredNonzero& hovered); ///< a position in the matrix of the page
    bool isSettled() const;
    SpyView* spy() const { return spy_; }
    QComboBox* box() const { return box_; }
    Table table() const;

signals:
    void hoveredChanged(const warploom::ui::HoveredNonzero& nonzero); ///< a position in the matrix of the page
    void hoverTextChanged(const QString& text);
    void changed();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A pair of matrices, which is computed in the background.
    struct Pair {
        MatrixHandle other; ///< null if there is a `problem`
        QString problem;
        OrderNumbers here, there;
        OrderMap to, back;
    };
    void want();
    void show_(const Pair& pair);
    void fitTable();

    MatrixHandle matrix_;
    HoveredNonzero hovered_; ///< a position in the matrix of the page
    Pair pair_;
    QString asked_; ///< the matrix and the ordering; empty if nothing is shown or requested
    bool is_busy_ = false;
    QComboBox* box_ = nullptr;
    QLabel* reading_ = nullptr;
    SpyView* spy_ = nullptr;
    TableModel* model_ = nullptr;
    QTableView* view_ = nullptr;
    BackgroundPool pool_{"two orders", 1};
};

} // namespace warploom::ui
