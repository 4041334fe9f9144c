#pragma once

#include "engine/ordering/fill.h"
#include "ui/components/spy/order_map.h"
#include "ui/pages/page.h"
#include "ui/session/background.h"

#include <memory>
#include <optional>

class QLabel;
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
class OrderBox;
class OrdersPanel;
class ProfileView;
class RowSorting;
class SpyFrame;
class SpyGrid;
class SpyView;
class TableModel;

/// The Matrix page, on which the user selects a matrix. It shows the spy plot with row and column profiles, a histogram
/// of the row lengths, statistics, and a sentence about how the row lengths affect a warp.
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
    /// The panels next to the spy plot: statistics, the map of the water network, kernel recommendations, and the
    /// matrix in another order.
    enum class Side { numbers, network, advice, orders };
    void showSide(Side side); ///< Shows a panel. If the matrix has no map, shows the statistics instead of the map.
    Side shownSide() const;
    /// Sets the page that the *Use this kernel* button opens.
    void setRunPage(Page* page) { run_page_ = page; }
    QString reading() const;
    /// Sets the layout of the row profile. If `on` is true, uses the layout known from papers, with rows on the
    /// horizontal axis. Otherwise, places the profile next to the spy plot.
    void setSourcesForm(bool on);
    /// Sorts the rows in the plots by length, or restores the original order. The change is animated.
    void setSorted(bool on);
    /// Returns the cost of the selected rows in one line of text, or an empty string if no rows are selected.
    QString selectionLine() const;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Results that are computed in the background together with the statistics.
    struct Derived {
        std::shared_ptr<const CountProfile> rows, columns;
        /// The water network; null if the matrix was not created from one.
        std::shared_ptr<const NetworkDrawing> network;
        /// Statistics of the fill-in. Available only for square matrices up to a size limit.
        std::optional<ordering::FillFigures> fill;
        double waiting = 0;
    };
    QWidget* buildStrip();
    QWidget* buildPicture();
    QWidget* buildSide();
    QWidget* buildNumbers();
    void matrixChanged();
    void showDerived(const MatrixHandle& matrix, const Derived& derived);
    void frameChanged(const SpyFrame& frame);
    void hoverChanged();
    void showHoverText(const QString& text);
    void selectionChanged();
    void showSelectionLine();
    void setNetwork(const MatrixHandle& matrix, const std::shared_ptr<const NetworkDrawing>& network);
    void turnSplitter();
    void fitNumbers();
    void bringSide();
    void layOutFirstTime();
    void layOutSide();
    void showMeaning(int row);

    /// Shows a prompt to open a matrix, a message for matrices that cannot be plotted, or the plots.
    QStackedWidget* stack_ = nullptr;
    QLabel* unseen_ = nullptr;
    GeneratorForm* form_ = nullptr;
    /// Shows the profiles either next to the spy plot or in the layout used in papers.
    QStackedWidget* picture_ = nullptr;
    SpyView* spy_ = nullptr;
    SpyGrid* grid_ = nullptr;
    AxisRuler *row_ruler_ = nullptr, *column_ruler_ = nullptr;
    ProfileView *rows_beside_ = nullptr, *columns_beside_ = nullptr, *rows_sources_ = nullptr,
                *columns_sources_ = nullptr;
    LegendStrip* legend_ = nullptr;
    QLabel* hover_ = nullptr;
    QLabel* reading_ = nullptr;
    QLabel *selection_ = nullptr, *rows_title_ = nullptr;
    HistogramView* histogram_ = nullptr;
    ChartFrame* histogram_frame_ = nullptr;
    TableModel* statistics_ = nullptr;
    QTableView* statistics_view_ = nullptr;
    QToolButton *sources_button_ = nullptr, *sort_button_ = nullptr;
    QSplitter* splitter_ = nullptr;
    QWidget* side_switch_ = nullptr; ///< tabs of the side panel
    QToolButton *network_button_ = nullptr, *numbers_button_ = nullptr, *advice_button_ = nullptr,
                *orders_button_ = nullptr;
    AdvicePanel* advice_ = nullptr;
    OrdersPanel* orders_ = nullptr;
    OrderMotion motion_;     ///< animates the change from one order to another
    HoveredNonzero pointed_; ///< last hovered nonzero, which is also tracked after the matrix is reordered
    Page* run_page_ = nullptr;
    OrderBox* order_box_ = nullptr;
    RowSorting* sorting_ = nullptr;
    QStackedWidget* side_ = nullptr; ///< shows statistics, the network map, advice or another order
    NetworkPanel* network_ = nullptr;
    bool derived_ready_ = false;
    bool is_laid_out_ = false; ///< whether the plot and the side panel have their initial widths
    BackgroundPool pool_{"matrix order", 1};
};

} // namespace warploom::ui
