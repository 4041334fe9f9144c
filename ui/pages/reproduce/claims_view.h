#pragma once

#include "engine/experiment/claims.h"
#include "ui/pages/reproduce/experiment_store.h"

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QTableWidget;

namespace warploom::ui {

/// Returns the verdict with a symbol that does not depend on color, such as "fails".
QString verdictText(experiment::Verdict verdict);
/// Returns "Claims that hold: 5 of 6 as published, 4 of 6 modelled.", or an empty string if there are no claims.
QString claimsReading(const std::vector<experiment::ClaimResult>& claims);

/// The claims of the paper, and whether the values of each column support them.
class ClaimsView : public QWidget {
    Q_OBJECT
public:
    explicit ClaimsView(QWidget* parent = nullptr);

    void setResult(const ResultHandle& result);
    const std::vector<experiment::ClaimResult>& claims() const { return claims_; }
    /// Sets a text above the claims: the paper's conclusion, if the page has no space for it.
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
    std::vector<experiment::ClaimResult> printed_; ///< verdicts for all published values; used by quick runs
    std::string printed_of_;                       ///< id of the experiment
    QTableWidget* table_ = nullptr;
    QLabel *preface_ = nullptr, *why_ = nullptr;
};

} // namespace warploom::ui
