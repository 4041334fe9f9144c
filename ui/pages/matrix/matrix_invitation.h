#pragma once

#include <QWidget>

namespace warploom::ui {

class Session;

/// The prompt to open a matrix, which the Matrix page shows until the first matrix has been loaded. Also shows the
/// progress of loading it.
class MatrixInvitation : public QWidget {
    Q_OBJECT
public:
    explicit MatrixInvitation(Session& session, QWidget* parent = nullptr);
};

} // namespace warploom::ui
