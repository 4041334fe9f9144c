#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/components/warp/warp_analysis.h"

#include <QAbstractScrollArea>

#include <map>
#include <memory>

namespace warploom::ui {

/// Shows the source code of the kernel and highlights the line of the current step. The margin shows the total cost of
/// each line for the warp. The cost of a helper function is shown both in its own file and at the kernel line that
/// calls it.
class SourceView : public QAbstractScrollArea, public Chart {
    Q_OBJECT
public:
    enum class Count { transactions, instructions, lanes };
    static QString countTitle(Count count);

    explicit SourceView(QWidget* parent = nullptr);

    void setAnalysis(std::shared_ptr<const WarpAnalysis> analysis);
    void setStep(int step); ///< Shows the file of the step and highlights its line.
    void setFile(int file); ///< Shows a file until the current step changes.
    void setCount(Count count);
    int file() const { return file_; }
    /// Returns the count in the margin of a line, or 0 if there is none.
    std::int64_t countOf(int file, int line) const;
    /// Returns the line of the current step in the displayed file, or 0 if the step is in a different file.
    int currentLine() const;
    QRect lineRect(int line) const; ///< Returns the rectangle of a line in viewport coordinates.

    QString chartTitle() const override;
    QStringList shorterTitles() const override;
    QString chartName() const override { return QStringLiteral("warp-lines"); }
    Table chartTable() const override;
    void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void fileChanged(int file);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void sumUp();
    void showCurrent();
    void updateBars();
    int lineHeight() const;
    /// Returns the widths of the count column and the line number column in pixels, including the gaps before the text.
    std::pair<double, double> margins(const PictureStyle& style, const QFont& code) const;
    /// Paints the source lines `first` to `last`, starting at the top of `area`. Lines longer than `letters` characters
    /// are wrapped.
    void paintLines(QPainter& painter, const QRectF& area, int first, int last, double lineHeight,
                    const PictureStyle& style, const QFont& code, int letters) const;

    std::shared_ptr<const WarpAnalysis> analysis_;
    int step_ = 0, file_ = 0;
    Count count_ = Count::transactions;
    std::vector<std::map<int, std::int64_t>> counts_; ///< for each file, the counts in the margin by line number
    std::int64_t most_ = 0;
    int letters_ = 0;       ///< number of characters that fit in a row
    std::vector<int> tops_; ///< first display row of each line, followed by the row after the last line
};

} // namespace warploom::ui
