#pragma once

#include "ui/charts/chart.h"

#include <QVector>
#include <QWidget>

#include <optional>

class QCustomPlot;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace warploom::ui {

class TableModel;

/// How a table becomes a picture; columns are named, the numbers stay in the table.
struct ChartSpec {
    enum class Kind { bars, lines };

    Kind kind = Kind::bars;
    QString title; ///< what the chart shows, for example "Median time of one launch"
    QString name;  ///< file name stem

    std::string category;  ///< bars: the text column with a bar (or a group of bars) for each value. Rows keep their order.
    std::string x;         ///< lines: the numeric column of the horizontal axis
    std::string value;     ///< the column that gives the length of the bar or the height of the point
    std::string low, high; ///< whiskers; may be empty
    std::string series;    ///< text column that splits rows into series; may be empty
    std::string kind_column;   ///< text: "measured" (solid), "simulation" (hatched), "modelled", "published"; may be empty
    std::string status_column; ///< text: "ok", "skipped", "wrong", "error", "running"; anything else has no bar
    std::string reason_column; ///< text beside a bar that is not there; may be empty
    std::string reference;     ///< numeric column whose distinct values become dashed lines, named by the column
    QString reference_title;   ///< "copy bandwidth of this machine"
    std::optional<double> reference_value; ///< a dashed line at a constant ("1 = baseline")

    QString value_title; ///< "time"; the unit comes from the column
    QString x_title;
    bool log_x = false, log_value = false;

    /// Samples drawn as dots: a table with the columns of `category` (or `x`) and `series` and the value, a row for each.
    std::string sample_value;
};

/// A view of a Table drawn by QCustomPlot, with its title, a one-line reading, a table twin (key T), and buttons to copy and
/// export. Draws nothing that is not in the table.
class ChartView : public QWidget, public Chart {
    Q_OBJECT
public:
    explicit ChartView(const ChartSpec& spec, QWidget* parent = nullptr);
    ~ChartView() override;

    void setSpec(const ChartSpec& spec);
    const ChartSpec& spec() const { return spec_; }
    void setTable(const Table& table, const Table& samples = {});
    /// One line in plain words under the title.
    void setReading(const QString& reading);
    /// Words (and a button) shown instead of an empty chart. `pressed` is emitted as `invitationAccepted`.
    void setInvitation(const QString& words, const QString& button = {});
    void setLogScale(bool on);
    void showTable(bool on);
    bool isTableShown() const;
    QTableView* tableView() const { return table_view_; }
    QCustomPlot* plot() const { return plot_; }

    QString chartTitle() const override { return spec_.title; }
    QString chartName() const override { return spec_.name; }
    Table chartTable() const override { return table_; }
    QList<Table> moreTables() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

signals:
    void invitationAccepted();

private:
    void redraw();
    void applyTheme();

    ChartSpec spec_;
    Table table_, samples_;
    QLabel* title_ = nullptr;
    QLabel* reading_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QCustomPlot* plot_ = nullptr;
    QWidget* invitation_ = nullptr;
    QLabel* invitation_text_ = nullptr;
    QToolButton* invitation_button_ = nullptr;
    QTableView* table_view_ = nullptr;
    TableModel* model_ = nullptr;
    QToolButton* table_button_ = nullptr;
    QToolButton* log_button_ = nullptr;
};

} // namespace warploom::ui
