#pragma once

#include <QLabel>

namespace warploom::ui {

class Session;

/// "Runs on ...", as a link that opens the chip in the tool bar, where that is chosen.
class PlaceText : public QLabel {
    Q_OBJECT
public:
    PlaceText(Session& session, const char* object, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void say();

    Session& session_;
};

} // namespace warploom::ui
