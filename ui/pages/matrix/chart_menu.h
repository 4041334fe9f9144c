#pragma once

#include <QMenu>

namespace warploom::ui {

class Page;

/// Menu for saving each chart of a page, or for showing its data.
class ChartMenu : public QMenu {
    Q_OBJECT
public:
    explicit ChartMenu(Page& page);

private:
    void fill();

    Page& page_;
};

} // namespace warploom::ui
