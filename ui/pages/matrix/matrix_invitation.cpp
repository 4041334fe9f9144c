#include "ui/pages/matrix/matrix_invitation.h"

#include "ui/session/matrix_names.h"
#include "ui/session/samples.h"
#include "ui/session/session.h"
#include "ui/widgets/page_parts.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace warploom::ui {

MatrixInvitation::MatrixInvitation(Session& session, QWidget* parent) : QWidget(parent) {
    auto* words = new QLabel(tr("Select a matrix in the toolbar or a generator above, or drop a file here. Supported "
                                "files: Matrix Market, SciPy (.npz) and EPANET water networks."));
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    auto* button = pushButton("randomSample", tr("Open random rows"), {}, this,
                              [&session] { session.openMatrix(sampleMatrices().front().name); });
    auto* network = pushButton("networkSample", tr("Open a small water network"), {}, this,
                               [&session] { session.openMatrix(QStringLiteral("hillside.inp")); });
    // While the first matrix is being loaded, the page shows only this progress display.
    auto* progress = named(new QProgressBar, "pageProgress", tr("Progress"));
    auto* cancel = pushButton("pageCancel", tr("Cancel"), {}, &session, &Session::cancelLoading);
    const Qt::Alignment middle = Qt::AlignCenter;
    inMiddle(this, {words, {button, 0, middle}, {network, 0, middle}, {progress, 0, middle}, {cancel, 0, middle}});

    const auto show = [=, invitation = words->text()](const QString& name) {
        const bool loads = !name.isEmpty();
        words->setText(loads ? tr("Loading %1...").arg(matrixTitle(name)) : invitation);
        for (QWidget* widget : {button, network}) widget->setVisible(!loads);
        for (QWidget* widget : std::initializer_list<QWidget*>{progress, cancel}) widget->setVisible(loads);
        progress->setRange(0, 0);
    };
    show({});
    connect(&session, &Session::loadingStarted, this, show);
    connect(&session, &Session::loadingFinished, this, [show] { show({}); });
    connect(&session, &Session::loadingProgress, this, [progress](const QString& stage, qint64 done, qint64 total) {
        showProgress(progress, stage, done, total);
    });
}

} // namespace warploom::ui
