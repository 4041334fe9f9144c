#pragma once

#include "engine/experiment/result.h"

#include <QFrame>

class QLabel;

namespace warploom::ui {

/// A banner above a result from a file, which shows the author and whether the values have changed since the file was
/// saved.
class SealBanner : public QFrame {
    Q_OBJECT
public:
    explicit SealBanner(QWidget* parent = nullptr);
    void showSeal(const experiment::Result& result, const experiment::SealReport& seal, const QString& file);
    /// Returns the text of the banner without formatting.
    QString text() const;

private:
    void dress();

    enum class State { intact, broken, unsealed };
    State state_ = State::unsealed;
    QLabel *icon_ = nullptr, *text_ = nullptr;
};

/// Returns the verdict on a result's seal as rich text, with the names of edited cells and a list of contradictions.
QString sealHtml(const experiment::SealReport& seal);

} // namespace warploom::ui
