#pragma once

#include "ui/charts/painted_chart.h"
#include "ui/pages/warp/warp_analysis.h"

#include <memory>

namespace warploom::ui {

/// The memory accesses of one step: the addresses of the lanes on the segments that the card fetches, the banks for
/// shared memory, or the exchange between lanes for shuffles.
class AccessView : public PaintedChart {
    Q_OBJECT
public:
    explicit AccessView(QWidget* parent = nullptr);

    void setAnalysis(std::shared_ptr<const WarpAnalysis> analysis);
    void setStep(int step);
    /// While on, the step is not shown: a prediction is to be made first.
    void setVeiled(bool on);
    /// Of two that stand side by side: the end of the file's name.
    void setSide(const QString& name) { side_name_ = name; }

    QString chartTitle() const override;
    QStringList shorterTitles() const override;
    QString chartName() const override { return QStringLiteral("warp-addresses") + side_name_; }
    Table chartTable() const override;

signals:
    void titleChanged(); ///< the next step may be another kind of access

protected:
    void paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const override;

private:
    bool hasStep() const { return analysis_ && step_ >= 0 && step_ < analysis_->trace().step_count(); }

    std::shared_ptr<const WarpAnalysis> analysis_;
    int step_ = 0;
    bool veiled_ = false;
    QString side_name_;
};

/// Where lanes stand in these pictures: one under the other, as in the lanes view.
struct LaneColumn {
    QRectF area;
    double y(int lane) const { return area.top() + (lane + 0.5) * area.height() / simulated::warp_size; }
};
/// Numbers (as many as fit) and dots: filled for active lanes, pale for waiting ones, hollow for those that are done.
/// Returns the x of the dots' centres.
double paintLaneColumn(QPainter& painter, const LaneColumn& column, const protocol::WarpStep& step, bool numbersLeft,
                       const PictureStyle& style);

void paintAddresses(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int step,
                    const PictureStyle& style);
void paintBanks(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int step,
                const PictureStyle& style);
void paintExchange(QPainter& painter, const QRectF& area, const WarpAnalysis& analysis, int step,
                   const PictureStyle& style);

/// Lanes that the banks serve together, and which word each bank gives in which pass.
struct BankGroup {
    int first_lane = 0, lanes = 0;
    int passes = 0;
    struct Word {
        std::uint64_t word = 0;  ///< address / 4
        std::uint32_t lanes = 0; ///< that get it in this pass
        int pass = 0;
    };
    std::vector<std::vector<Word>> banks; ///< by number of the bank, in the order of the passes
};
/// As simulated::find_bank_use counts: with 16 banks a half-warp and one word of each element at a time, one word
/// broadcast in a pass; with 32 banks the warp, or half or a quarter of it where elements have 8 or 16 bytes, every
/// word broadcast.
std::vector<BankGroup> bankGroups(int banks, const std::array<std::uint64_t, simulated::warp_size>& addresses,
                                  std::uint32_t active, int elementBytes);
/// The picture of it: lanes above, banks below, and what each bank gives in each pass.
void paintBankGroups(QPainter& painter, const QRectF& area, const std::vector<BankGroup>& groups,
                     const simulated::BankUse& use, std::uint32_t active, std::uint32_t waiting,
                     const PictureStyle& style);

} // namespace warploom::ui
