#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/components/warp/warp_analysis.h"

#include <memory>

namespace warploom::ui {

/// Shows the memory accesses of one step of a warp. For global memory, shows the lane addresses and memory segments.
/// For shared memory, shows the lanes and banks. For shuffles, shows the exchange between lanes.
class AccessView : public PaintedChart {
    Q_OBJECT
public:
    explicit AccessView(QWidget* parent = nullptr);

    void setAnalysis(std::shared_ptr<const WarpAnalysis> analysis);
    void setStep(int step);
    /// Sets whether the step is hidden until the user has made a prediction.
    void setVeiled(bool on);
    /// Sets a suffix for exported file names, which distinguishes the two views of a comparison.
    void setSide(const QString& name) { side_name_ = name; }

    QString chartTitle() const override;
    QStringList shorterTitles() const override;
    QString chartName() const override { return QStringLiteral("warp-addresses") + side_name_; }
    Table chartTable() const override;

signals:
    /// Emitted when the title has changed, because it depends on the kind of memory access in the current step.
    void titleChanged();

protected:
    void paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const override;

private:
    bool hasStep() const { return analysis_ && step_ >= 0 && step_ < analysis_->trace().step_count(); }

    std::shared_ptr<const WarpAnalysis> analysis_;
    int step_ = 0;
    bool veiled_ = false;
    QString side_name_;
};

/// Positions of the lanes in the access views. The lanes form one column, as in the view of the lanes over time.
struct LaneColumn {
    QRectF area;
    double y(int lane) const { return area.top() + (lane + 0.5) * area.height() / simulated::warp_size; }
};
/// Paints one dot per lane and as many lane numbers as fit. Dots are filled for active lanes, pale for waiting lanes,
/// and hollow for finished lanes. Returns the x coordinate of the dots' centers.
double paintLaneColumn(QPainter& painter, const LaneColumn& column, const protocol::WarpStep& step, bool numbersLeft,
                       const PictureStyle& style);

void paintAddresses(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int step,
                    const PictureStyle& style);
void paintBanks(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int step,
                const PictureStyle& style);
void paintExchange(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int step,
                   const PictureStyle& style);

/// A group of lanes whose shared memory requests are served together. For each pass, contains the word that each bank
/// delivers.
struct BankGroup {
    int first_lane = 0, lanes = 0;
    int passes = 0;
    struct Word {
        std::uint64_t word = 0;  ///< byte address of the word divided by 4
        std::uint32_t lanes = 0; ///< bit mask of the lanes that are served in this pass
        int pass = 0;
    };
    std::vector<std::vector<Word>> banks; ///< the words of each bank, in the order in which they are served
};
/// Groups accesses by the rules of simulated::find_bank_use. With 16 banks, a group is a half-warp, elements are
/// accessed one 4-byte word at a time, and each pass broadcasts one word. With 32 banks, every word is broadcast, and a
/// group is the whole warp. For elements of 8 or 16 bytes, a group is half of a warp or a quarter of a warp,
/// respectively.
std::vector<BankGroup> bankGroups(int banks, const std::array<std::uint64_t, simulated::warp_size>& addresses,
                                  std::uint32_t active, int elementBytes);
/// Paints groups of shared memory accesses with the lanes at the top, the banks at the bottom, and the word that each
/// bank delivers in each pass.
void paintBankGroups(QPainter& painter, const QRectF& area, const std::vector<BankGroup>& groups,
                     const simulated::BankUse& use, std::uint32_t active, std::uint32_t waiting,
                     const PictureStyle& style);

} // namespace warploom::ui
