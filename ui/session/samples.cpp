#include "ui/session/samples.h"

#include <QCoreApplication>

namespace warploom::ui {

const QList<Sample>& sampleMatrices() {
    const auto words = [](const char* text) { return QCoreApplication::translate("Samples", text); };
    static const QList<Sample> samples{
        {words("Rows of random length (1.7 M nonzeros)"), QStringLiteral("random-rows:n=4096,fraction=0.2,seed=7")},
        {words("Oil reservoir: grid of dense blocks"), QStringLiteral("reservoir:grid=10,block=4")},
        {words("Laplace in the plane"), QStringLiteral("laplace2d:n=128")},
        {words("Laplace in space"), QStringLiteral("laplace3d:n=32")},
        {words("Power law: a few very long rows"), QStringLiteral("power-law:n=20000")},
        {words("Tridiagonal"), QStringLiteral("tridiagonal:n=10000")},
        {words("Arrow"), QStringLiteral("arrow:n=2000")},
        {words("Water network"), QStringLiteral("water-network:n=5000")},
        {words("A small water network, with its map"), QStringLiteral("hillside.inp")},
    };
    return samples;
}

} // namespace warploom::ui
