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

/// The frame of a chart: its title, a summary in words, the data as a table (key T shows and hides it), and copy and
/// export as buttons and in a context menu.
class ChartFrame : public QWidget {
    Q_OBJECT
public:
    /// `view` draws `chart`; usually they are one object.
    ChartFrame(QWidget* view, Chart* chart, QWidget* parent = nullptr);

    /// Before the buttons; the frame owns it.
    void addTool(QWidget* widget);
    /// The chart has other numbers or another title now.
    void refresh();
    /// A view that has a tab of its own needs no title; its keys and its menu stay.
    void setHeadShown(bool on);
    /// One line in plain words under the title.
    void setReading(const QString& reading);
    void showTable(bool on);
    /// The picture and its numbers, to the clipboard.
    void copy();
    bool isTableShown() const;

protected:
    enum class Head { small, large };

    /// For a chart that is built of widgets: it calls setPicture() when they are there.
    ChartFrame(Head head, QWidget* parent);
    /// `view` is the shown widget, `keys` the part of it that has the keyboard.
    void setPicture(QWidget* view, QWidget* keys, Chart* chart);
    /// Something to show in place of the view; showPart() asks picture() for it.
    void addPart(QWidget* part);
    virtual QWidget* picture() const { return view_; }
    void showPart();
    /// Of the reading as many clauses as two lines hold; the tip has it all.
    void setBrief(bool on);
    virtual void applyTheme();
    /// More entries for the menu of the right mouse button.
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
