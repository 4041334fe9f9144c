#pragma once

#include <QLabel>

namespace warploom::ui {

class Session;

/// Shows "Runs on ..." as a link that opens the machine selector in the toolbar.
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
