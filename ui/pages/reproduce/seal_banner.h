#pragma once

#include "engine/experiment/result.h"

#include <QFrame>

class QLabel;

namespace warploom::ui {

/// A banner above a result from a file. It shows the author, and whether the values are unchanged since the result was
/// written.
class SealBanner : public QFrame {
    Q_OBJECT
public:
    explicit SealBanner(QWidget* parent = nullptr);
    void showSeal(const experiment::Result& result, const experiment::SealReport& seal, const QString& file);
    /// Returns the text without formatting.
    QString text() const;

private:
    void dress();

    enum class State { intact, broken, unsealed };
    State state_ = State::unsealed;
    QLabel *icon_ = nullptr, *text_ = nullptr;
};

/// Returns the part about the seal as rich text: the verdict, the names of edited cells, and contradictions.
QString sealHtml(const experiment::SealReport& seal);

} // namespace warploom::ui
