#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/pages/warp/warp_analysis.h"

#include <QAbstractScrollArea>

#include <map>
#include <memory>

namespace warploom::ui {

/// The kernel's source with the line of the current step marked, and beside each line what it asks for over the whole
/// warp. A helper's line counts in the helper's file, and in the kernel's where the helper is called.
class SourceView : public QAbstractScrollArea, public Chart {
    Q_OBJECT
public:
    enum class Count { transactions, instructions, lanes };
    static QString countTitle(Count count);

    explicit SourceView(QWidget* parent = nullptr);

    void setAnalysis(std::shared_ptr<const WarpAnalysis> analysis);
    void setStep(int step); ///< shows the file and the line
    void setFile(int file); ///< until the next step
    void setCount(Count count);
    int file() const { return file_; }
    /// Returns the count shown next to a line; 0 if there is none.
    std::int64_t countOf(int file, int line) const;
    int currentLine() const;        ///< of the file that is shown; 0: the step is elsewhere
    QRect lineRect(int line) const; ///< on the viewport

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
    /// The widths of a count and of a line's number with what stands between them and the text.
    std::pair<double, double> margins(const PictureStyle& style, const QFont& code) const;
    /// Lines `first` to `last` (numbers in the source), from the top of `area` on. A line goes on below itself behind
    /// so many letters.
    void paintLines(QPainter& painter, const QRectF& area, int first, int last, double lineHeight,
                    const PictureStyle& style, const QFont& code, int letters) const;

    std::shared_ptr<const WarpAnalysis> analysis_;
    int step_ = 0, file_ = 0;
    Count count_ = Count::transactions;
    std::vector<std::map<int, std::int64_t>> counts_; ///< of each file, by line
    std::int64_t most_ = 0;
    int letters_ = 0;       ///< that a row on the screen has room for
    std::vector<int> tops_; ///< the first row of each line on the screen, and the one behind the last
};

} // namespace warploom::ui
