#include "ui/mainwindow/matrix_button.h"

#include "ui/session/matrix_names.h"
#include "ui/session/samples.h"
#include "ui/session/session.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"

#include <QMenu>

#include <algorithm>

namespace warploom::ui {

MatrixButton::MatrixButton(Session& session, QWidget* parent) : QToolButton(parent), session_(session) {
    followIcon(this, QStringLiteral("matrix"));
    setObjectName(QStringLiteral("matrixButton"));
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAccessibleName(tr("Matrix"));
    setToolTip(tr("Select the matrix to show on all pages"));
    setFocusPolicy(Qt::StrongFocus);
    setMenu(new QMenu(this));
    connect(menu(), &QMenu::aboutToShow, this, &MatrixButton::fillMenu);
}

void MatrixButton::showMatrix() {
    const MatrixHandle& matrix = session_.matrix();
    if (matrix == nullptr) return setText(tr("Choose a matrix"));
    // Use the theme's font, because the button may still have the font of the previous scale.
    const QFontMetrics metrics(theme().font());
    const auto room = [&](const QString& beside) {
        return maximumWidth() - metrics.horizontalAdvance(beside) - theme().px(theme().scale() < 1.5 ? 50 : 36);
    };
    QString count = QStringLiteral("   ") + nonzerosText(matrix->statistics.nonzeros);
    // At a large font scale, show only the number of nonzeros, so that the text is not cut off.
    if (room(count) < theme().px(70)) count = QStringLiteral("   ") + shortCount(matrix->statistics.nonzeros);
    const int for_name = std::max(theme().px(50), room(count));
    setText(menuName(metrics.elidedText(matrix->title(), Qt::ElideRight, for_name)) + count);
    setToolTip(paragraph({matrix->title(), matrix->name()}));
}

void MatrixButton::fillMenu() {
    QMenu& matrices = *menu();
    matrices.clear();
    if (open_ != nullptr) matrices.addAction(open_);
    matrices.addSection(tr("Samples"));
    for (const ExampleMatrix& sample : sampleMatrices())
        matrices.addAction(sample.title, this, [this, name = sample.name] { session_.openMatrix(name); })
            ->setToolTip(sample.name);
    if (session_.recent().isEmpty()) return;
    matrices.addSection(tr("Recent"));
    for (const QString& name : session_.recent()) {
        QAction* action =
            matrices.addAction(menuName(matrixTitle(name)), this, [this, name] { session_.openMatrix(name); });
        action->setEnabled(canBeOpened(name));
        action->setToolTip(name);
    }
}

} // namespace warploom::ui
