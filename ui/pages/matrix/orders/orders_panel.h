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

/// The figures of a matrix in one order.
struct OrderNumbers {
    QString title; ///< of the order
    ordering::OrderFigures figures;
    std::optional<ordering::FillFigures> fill; ///< for a square matrix
};
/// Columns quantity, the one order, the other; a row for each figure that both have.
Table orderTable(const OrderNumbers& one, const OrderNumbers& other);
/// The gain of the other order in two sentences.
QString orderReading(const OrderNumbers& one, const OrderNumbers& other);

/// The matrix of the page in a second order, beside the first: its picture, and the figures of both. The same nonzero
/// lights up in both pictures. Ordering is done in the background, when the panel is looked at.
class OrdersPanel : public QWidget {
    Q_OBJECT
public:
    explicit OrdersPanel(QWidget* parent = nullptr);
    ~OrdersPanel() override;

    void setMatrix(const MatrixHandle& matrix);     ///< of the page, in its order
    void setHovered(const HoveredNonzero& hovered); ///< as it stands in that matrix
    bool isSettled() const;
    SpyView* spy() const { return spy_; }
    QComboBox* box() const { return box_; }
    Table table() const;

signals:
    void hoveredChanged(const warploom::ui::HoveredNonzero& nonzero); ///< as it stands in the page's matrix
    void hoverTextChanged(const QString& text);
    void changed();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Computed off the window's thread.
    struct Pair {
        MatrixHandle other; ///< null: `problem` says why
        QString problem;
        OrderNumbers here, there;
        OrderMap to, back;
    };
    void want();
    void show_(const Pair& pair);
    void fitTable();

    MatrixHandle matrix_;
    HoveredNonzero hovered_; ///< as it stands in that matrix
    Pair pair_;
    QString asked_; ///< matrix and order; empty: nothing is shown or on its way
    bool is_busy_ = false;
    QComboBox* box_ = nullptr;
    QLabel* reading_ = nullptr;
    SpyView* spy_ = nullptr;
    TableModel* model_ = nullptr;
    QTableView* view_ = nullptr;
    BackgroundPool pool_{"two orders", 1};
};

} // namespace warploom::ui
