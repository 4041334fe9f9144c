#pragma once

#include "engine/experiment/result.h"

#include <QFrame>

class QLabel;

namespace warploom::ui {

/// Over a result from a file: whose it is, and whether its figures are those that the program wrote.
class SealBanner : public QFrame {
    Q_OBJECT
public:
    explicit SealBanner(QWidget* parent = nullptr);
    void showSeal(const experiment::Result& result, const experiment::SealReport& seal, const QString& file);
    /// All that is said, without formatting.
    QString text() const;

private:
    void dress();

    enum class State { intact, broken, unsealed };
    State state_ = State::unsealed;
    QLabel *icon_ = nullptr, *text_ = nullptr;
};

/// The part of the banner about the seal, in rich text: verdict, edited cells by name, contradictions.
QString sealHtml(const experiment::SealReport& seal);

} // namespace warploom::ui
