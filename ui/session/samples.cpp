#include "ui/session/samples.h"

#include "ui/style/text.h"

namespace warploom::ui {

const QList<ExampleMatrix>& sampleMatrices() {
    static const QList<ExampleMatrix> samples{
        {Text::tr("Random row lengths (1.7 M nonzeros)"), QStringLiteral("random-rows:n=4096,fraction=0.2,seed=7")},
        {Text::tr("Oil reservoir: grid of dense blocks"), QStringLiteral("reservoir:grid=10,block=4")},
        {Text::tr("2D Laplace"), QStringLiteral("laplace2d:n=128")},
        {Text::tr("3D Laplace"), QStringLiteral("laplace3d:n=32")},
        {Text::tr("Power law: a few very long rows"), QStringLiteral("power-law:n=20000")},
        {Text::tr("Tridiagonal"), QStringLiteral("tridiagonal:n=10000")},
        {Text::tr("Arrow"), QStringLiteral("arrow:n=2000")},
        {Text::tr("Water network"), QStringLiteral("water-network:n=5000")},
        {Text::tr("A small water network with a map"), QStringLiteral("hillside.inp")},
    };
    return samples;
}

} // namespace warploom::ui
