#pragma once

#include "ui/charts/chart_frame.h"
#include "ui/charts/chart_spec.h"

class QCustomPlot;
class QScrollArea;

namespace warploom::ui {

/// Displays a table as a chart, using QCustomPlot. Shows only data from the table.
class ChartView : public ChartFrame, public Chart {
    Q_OBJECT
public:
    explicit ChartView(const ChartSpec& spec, QWidget* parent = nullptr);

    void setSpec(const ChartSpec& spec);
    const ChartSpec& spec() const { return spec_; }
    void setTable(const Table& table, const Table& samples = {});
    /// Sets the text shown after the title, which is usually the name of the matrix.
    void setSubject(const QString& subject) { subject_ = subject; }
    /// Sets a message and an optional button that are shown if the chart is empty. Clicking the button emits
    /// `invitationAccepted`.
    void setInvitation(const QString& words, const QString& button = {});
    /// Sets the scale of the value axis until the next setTable(). If neither the specification nor the user selects a
    /// scale, setTable() makes the axis logarithmic when the values differ too much for a linear one.
    void setLogScale(bool on);
    /// Sets whether the chart requests its full height at a large font scale instead of scrolling. Use this on pages
    /// that scroll as a whole.
    void setGrowing(bool on);
    /// Sets whether the chart shows only bars and value labels, which lets two charts fit one above the other at a
    /// large font scale.
    void setCompact(bool on);
    QCustomPlot* plot() const { return plot_; }

    QString chartTitle() const override {
        return subject_.isEmpty() ? spec_.title : tr("%1: %2").arg(spec_.title, subject_);
    }
    QStringList shorterTitles() const override; ///< elides the middle of the text set by setSubject()
    QString chartName() const override { return spec_.name; }
    Table chartTable() const override { return table_; }
    QList<Table> moreTables() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

signals:
    void invitationAccepted();
    void barClicked(int row); ///< emitted when a bar is clicked; `row` is the index of its table row

protected:
    QWidget* picture() const override;
    void applyTheme() override;
    void extendMenu(QMenu& menu) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildInvitation();
    void redraw();
    void showDetail(const QPoint& position, const QPoint& global);

    ChartSpec spec_;
    QString subject_;
    Table table_, samples_;
    QCustomPlot* plot_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    bool is_growing_ = false, is_compact_ = false;
    bool is_log_chosen_ = false; ///< whether the specification or the user has selected the scale of the value axis
    QWidget* invitation_ = nullptr;
    QLabel* invitation_text_ = nullptr;
    QToolButton *invitation_button_ = nullptr, *log_button_ = nullptr;
};

} // namespace warploom::ui
