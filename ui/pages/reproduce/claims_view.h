#pragma once

#include "engine/experiment/claims.h"
#include "ui/pages/reproduce/experiment_store.h"

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QTableWidget;

namespace warploom::ui {

/// "fails" and the like, with a sign that does not need colour.
QString verdictText(experiment::Verdict verdict);
/// "Claims that hold: 5 of 6 as printed, 4 of 6 modelled; 2 cannot be told." Empty without claims.
QString claimsReading(const std::vector<experiment::ClaimResult>& claims);

/// The claims of the source, and whether the figures of each column support them.
class ClaimsView : public QWidget {
    Q_OBJECT
public:
    explicit ClaimsView(QWidget* parent = nullptr);

    void setResult(const ResultHandle& result);
    const std::vector<experiment::ClaimResult>& claims() const { return claims_; }
    /// Over the claims: what the source concluded, where the page has no room for it elsewhere.
    void setPreface(const QString& html);
    QTableWidget* table() const { return table_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void explain();
    void fitHeight();

    ResultHandle result_;
    std::vector<experiment::ClaimResult> claims_;
    std::vector<experiment::ClaimResult> printed_; ///< of the full form, for quick ones
    std::string printed_of_;                       ///< the experiment's id
    QTableWidget* table_ = nullptr;
    QLabel *preface_ = nullptr, *why_ = nullptr;
};

} // namespace warploom::ui
