#pragma once

#include "engine/ordering/fill.h"
#include "ui/pages/matrix/spy/order_map.h"
#include "ui/pages/page.h"
#include "ui/session/background.h"

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace warploom::ui {

class AdvicePanel;
class AxisRuler;
class CountProfile;
class GeneratorForm;
class ChartFrame;
class HistogramView;
class LegendStrip;
class NetworkDrawing;
class NetworkPanel;
class OrdersPanel;
class ProfileView;
class RowOrder;
class SpyFrame;
class SpyGrid;
class SpyView;
class TableModel;

/// Choose a matrix and see it: the spy picture with the nonzeros of rows and columns on its axes, the histogram of row
/// lengths, the statistics, and one sentence that says what they mean for a warp.
class MatrixPage : public Page {
    Q_OBJECT
public:
    explicit MatrixPage(Session& session, QWidget* parent = nullptr);
    ~MatrixPage() override;

    QList<Chart*> charts() const override;
    QWidgetList choiceFields() const override;
    bool hasPicture() const override;
    QString inspectorText() const override;
    bool isSettled() const override;

    SpyView* spy() const { return spy_; }
    ProfileView* rowProfile() const { return rows_beside_; }
    ProfileView* columnProfile() const { return columns_beside_; }
    AdvicePanel* advicePanel() const { return advice_; }
    /// The panel next to the picture: row statistics, the map of a water network, the recommended kernels, or the
    /// matrix in a second ordering.
    enum class Side { numbers, network, advice, orders };
    void showSide(Side side); ///< numbers instead of a map that there is not
    Side shownSide() const;
    /// The page that *Take this* opens.
    void setRunPage(Page* page) { run_page_ = page; }
    QString reading() const;
    /// Rows on the horizontal axis, as in the sources' figures, instead of beside the spy.
    void setSourcesForm(bool on);
    /// The rows of the plots move to their places by length, or back.
    void setSorted(bool on);
    /// Returns the cost of the selected rows in one line; empty if none are selected.
    QString selectionLine() const;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Results computed of a matrix beside its statistics, off the window's thread.
    struct Derived {
        std::shared_ptr<const CountProfile> rows, columns;
        std::shared_ptr<const NetworkDrawing> network; ///< null where the matrix comes from none
        std::optional<ordering::FillFigures> fill;     ///< for a square matrix that is not too large
        double waiting = 0;
    };
    QWidget* buildStrip();
    QWidget* buildPicture();
    QWidget* buildSide();
    QWidget* buildNumbers();
    QWidget* buildInvitation();
    QMenu* buildExportMenu();
    void matrixChanged();
    void showDerived(const MatrixHandle& matrix, const Derived& derived);
    void frameChanged(const SpyFrame& frame);
    void hoverChanged();
    void showHoverText(const QString& text);
    void chooseFile();
    void selectionChanged();
    void showSelectionLine();
    void setNetwork(const MatrixHandle& matrix, const std::shared_ptr<const NetworkDrawing>& network);
    void turnSplitter();
    void fitNumbers();
    void bringSide();
    void layOutSide();
    void showOrder();
    bool isSpySorted() const;
    HoveredNonzero inPicture(const HoveredNonzero& nonzero) const; ///< where a nonzero stands in the spy
    HoveredNonzero inMatrix(const HoveredNonzero& nonzero) const;  ///< the other way
    void showSpySelection();
    void showTable(const Chart& chart);
    void showMeaning(int row);
    void showOrderName(); ///< in the box, as the name of the matrix has it

    QStackedWidget* stack_ = nullptr; ///< invitation, sentence for what cannot be drawn, picture
    QLabel* unseen_ = nullptr;
    QComboBox* samples_ = nullptr;
    GeneratorForm* form_ = nullptr;
    QStackedWidget* picture_ = nullptr; ///< beside the spy, or the sources' form
    SpyView* spy_ = nullptr;
    SpyGrid* grid_ = nullptr; ///< around it
    AxisRuler *row_ruler_ = nullptr, *column_ruler_ = nullptr;
    ProfileView *rows_beside_ = nullptr, *columns_beside_ = nullptr, *rows_sources_ = nullptr,
                *columns_sources_ = nullptr;
    LegendStrip* legend_ = nullptr;
    QLabel* hover_ = nullptr;
    QLabel* reading_ = nullptr;
    QLabel *selection_ = nullptr, *rows_title_ = nullptr;
    QLabel* name_ = nullptr;
    HistogramView* histogram_ = nullptr;
    ChartFrame* histogram_frame_ = nullptr;
    TableModel* statistics_ = nullptr;
    QTableView* statistics_view_ = nullptr;
    QToolButton *sources_button_ = nullptr, *sort_button_ = nullptr;
    QSplitter* splitter_ = nullptr;
    QWidget* side_switch_ = nullptr; ///< hidden unless the matrix comes from a network
    QToolButton *network_button_ = nullptr, *numbers_button_ = nullptr, *advice_button_ = nullptr,
                *orders_button_ = nullptr;
    AdvicePanel* advice_ = nullptr;
    OrdersPanel* orders_ = nullptr;
    OrderMotion motion_;     ///< from one order of the matrix to the next
    HoveredNonzero pointed_; ///< the last nonzero that was under the mouse: it is followed
    Page* run_page_ = nullptr;
    QComboBox* order_box_ = nullptr; ///< of rows and columns; the matrix stands as it says
    QStackedWidget* side_ = nullptr; ///< numbers, the network, or advice
    NetworkPanel* network_ = nullptr;
    std::shared_ptr<const RowOrder> order_; ///< null until the rows are sorted
    MatrixHandle sorted_;                   ///< the matrix in that order; null where it is too large to be copied
    bool derived_ready_ = false;
    BackgroundPool pool_{"matrix order", 1};
};

} // namespace warploom::ui
