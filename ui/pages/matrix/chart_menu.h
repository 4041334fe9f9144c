#pragma once

#include <QMenu>

namespace warploom::ui {

class Page;

/// A menu for saving each chart of a page or showing the data of a chart.
class ChartMenu : public QMenu {
    Q_OBJECT
public:
    explicit ChartMenu(Page& page);

private:
    void fill();

    Page& page_;
};

} // namespace warploom::ui
