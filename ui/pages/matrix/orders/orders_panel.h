#pragma once

#include "engine/ordering/fill.h"
#include "engine/ordering/order.h"
#include "engine/table.h"
#include "ui/components/spy/order_map.h"
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

/// Statistics of a matrix in a particular order.
struct OrderNumbers {
    QString title;
    ordering::OrderFigures figures;
    std::optional<ordering::FillFigures> fill; ///< fill-in statistics, which are available only for square matrices
};
/// Returns a table with one row per statistic that is available for both orders. The columns are the name of the
/// statistic and its value in each order.
Table orderTable(const OrderNumbers& one, const OrderNumbers& other);
/// Returns one or two sentences that compare two orders of a matrix.
QString orderReading(const OrderNumbers& one, const OrderNumbers& other);

/// Compares the spy plot and the statistics of the page's matrix with those of the same matrix in another order.
/// Highlights the same nonzero in both plots. The other order is computed in the background while the panel is visible.
class OrdersPanel : public QWidget {
    Q_OBJECT
public:
    explicit OrdersPanel(QWidget* parent = nullptr);
    ~OrdersPanel() override;

    void setMatrix(const MatrixHandle& matrix); ///< Sets the page's matrix in its current order.
    /// Highlights a nonzero, given by its position in the page's matrix.
    void setHovered(const HoveredNonzero& hovered);
    bool isSettled() const;
    SpyView* spy() const { return spy_; }
    QComboBox* box() const { return box_; }
    Table table() const;

signals:
    /// Emitted when the hovered nonzero changes, with its position in the page's matrix.
    void hoveredChanged(const warploom::ui::HoveredNonzero& nonzero);
    void hoverTextChanged(const QString& text);
    void changed();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// The same matrix in both orders, computed in the background.
    struct Pair {
        MatrixHandle other; ///< the matrix in the other order; null if `problem` is set
        QString problem;
        OrderNumbers here, there;
        OrderMap to, back;
    };
    void want();
    void show_(const Pair& pair);
    void fitTable();

    MatrixHandle matrix_;
    HoveredNonzero hovered_; ///< position of the hovered nonzero in the page's matrix
    Pair pair_;
    QString asked_; ///< matrix name and order of the comparison that is shown or requested; empty if there is none
    bool is_busy_ = false;
    QComboBox* box_ = nullptr;
    QLabel* reading_ = nullptr;
    SpyView* spy_ = nullptr;
    TableModel* model_ = nullptr;
    QTableView* view_ = nullptr;
    BackgroundPool pool_{"two orders", 1};
};

} // namespace warploom::ui
