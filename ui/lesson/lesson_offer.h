#pragma once

#include <QFrame>

namespace warploom::ui {

/// A line above the page that offers the first lesson when the program is started for the first time. When the user has
/// accepted or declined the offer, it is never shown again.
class LessonOffer : public QFrame {
    Q_OBJECT
public:
    explicit LessonOffer(QWidget* parent = nullptr);

    /// Shows the offer unless the user has accepted or declined it before.
    void offer();
    /// Hides the offer temporarily. `giveWay(false)` shows it again.
    void giveWay(bool on);
    /// Hides the offer permanently in this window.
    void withdraw();

signals:
    void begun();

private:
    void answered();

    bool is_wanted_ = false, gives_way_ = false;
};

} // namespace warploom::ui
