#pragma once

#include "ui/charts/chart_frame.h"
#include "ui/charts/chart_spec.h"

class QCustomPlot;
class QScrollArea;

namespace warploom::ui {

/// A chart of a Table that QCustomPlot draws. Draws nothing that is not in the table.
class ChartView : public ChartFrame, public Chart {
    Q_OBJECT
public:
    explicit ChartView(const ChartSpec& spec, QWidget* parent = nullptr);

    void setSpec(const ChartSpec& spec);
    const ChartSpec& spec() const { return spec_; }
    void setTable(const Table& table, const Table& samples = {});
    /// Sets the subject shown after the title: the matrix.
    void setSubject(const QString& subject) { subject_ = subject; }
    /// Words (and a button) shown instead of an empty chart. A click on it is emitted as `invitationAccepted`.
    void setInvitation(const QString& words, const QString& button = {});
    void setLogScale(bool on);
    /// On a page that scrolls as a whole: with large letters the chart asks for all of its height, and does not scroll
    /// by itself.
    void setGrowing(bool on);
    /// With large letters two charts under one another have room for their bars and their numbers alone.
    void setCompact(bool on);
    QCustomPlot* plot() const { return plot_; }

    QString chartTitle() const override {
        return subject_.isEmpty() ? spec_.title : tr("%1: %2").arg(spec_.title, subject_);
    }
    QStringList shorterTitles() const override; ///< the middle of the subject goes first
    QString chartName() const override { return spec_.name; }
    Table chartTable() const override { return table_; }
    QList<Table> moreTables() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

signals:
    void invitationAccepted();
    void barClicked(int row); ///< of the table

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
    QWidget* invitation_ = nullptr;
    QLabel* invitation_text_ = nullptr;
    QToolButton *invitation_button_ = nullptr, *log_button_ = nullptr;
};

} // namespace warploom::ui
