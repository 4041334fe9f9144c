#pragma once

#include <QFrame>

namespace warploom::ui {

/// One line over the page that offers the first lesson, at the first start of the program. Begun or
/// declined, it never comes again.
class LessonOffer : public QFrame {
    Q_OBJECT
public:
    explicit LessonOffer(QWidget* parent = nullptr);

    /// Shows itself unless it was answered once.
    void offer();
    /// Not now; `giveWay(false)` brings it back.
    void giveWay(bool on);
    /// Not again in this window.
    void withdraw();

signals:
    void begun();

private:
    void answered();

    bool is_wanted_ = false, gives_way_ = false;
};

} // namespace warploom::ui
