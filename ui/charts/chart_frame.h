#pragma once

#include "ui/charts/chart.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QMenu;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace warploom::ui {

class TableModel;

/// Frame around a chart. Contains its title, a summary, the data as a table (toggled with the T key), buttons, and a
/// context menu for copying and exporting.
class ChartFrame : public QWidget {
    Q_OBJECT
public:
    /// Creates a frame in which the widget `view` displays `chart`. Both arguments usually refer to the same object.
    ChartFrame(QWidget* view, Chart* chart, QWidget* parent = nullptr);

    /// Inserts a widget before the buttons in the title bar. Takes ownership of the widget.
    void addTool(QWidget* widget);
    /// Updates the frame. Call this after changing the data or the title of the chart.
    void refresh();
    /// Shows or hides the title bar of the frame. A view in its own tab does not need one. Keyboard shortcuts and the
    /// context menu remain available.
    void setHeadShown(bool on);
    /// Sets the one-line summary shown below the title.
    void setReading(const QString& reading);
    void showTable(bool on);
    void copy();
    bool isTableShown() const;

protected:
    enum class Head { small, large };

    /// Creates an empty frame for a chart that consists of widgets. The derived class must call setPicture() after
    /// creating the widgets.
    ChartFrame(Head head, QWidget* parent);
    /// Sets the contents of the frame. `view` is the widget to display, and `keys` is the descendant of `view` that
    /// receives keyboard input.
    void setPicture(QWidget* view, QWidget* keys, Chart* chart);
    /// Adds a widget that can be shown in place of the chart. Call showPart() with picture() to show the chart again.
    void addPart(QWidget* part);
    virtual QWidget* picture() const { return view_; }
    void showPart();
    /// Sets whether the summary contains only those clauses that fit on two lines. The tooltip always contains the full
    /// text.
    void setBrief(bool on);
    virtual void applyTheme();
    virtual void extendMenu(QMenu& menu);
    QWidget* keys() const { return keys_; }

    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* headButton(const QString& icon, const QString& text, const QString& tip);
    void exportChart();
    void showMenu(const QPoint& global);
    void fillTable();
    void fitTitle();
    void fitReading();

    Head look_;
    QString reading_text_;
    bool is_brief_ = false;
    QWidget *view_ = nullptr, *keys_ = nullptr;
    Chart* chart_ = nullptr;
    QLabel *title_ = nullptr, *reading_ = nullptr;
    QBoxLayout* head_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QTableView* table_ = nullptr;
    TableModel* model_ = nullptr;
    QToolButton *table_button_ = nullptr, *copy_button_ = nullptr, *export_button_ = nullptr;
    int tools_at_ = 1;
};

} // namespace warploom::ui
