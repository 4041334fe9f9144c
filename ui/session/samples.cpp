#include "ui/session/samples.h"

#include "ui/style/text.h"

namespace warploom::ui {

const QList<ExampleMatrix>& sampleMatrices() {
    static const QList<ExampleMatrix> samples{
        {Text::tr("Random rows"), QStringLiteral("random-rows:n=4096,fraction=0.2,seed=7"),
         Text::tr("Unequal row lengths that leave lanes idle")},
        {Text::tr("Power law"), QStringLiteral("power-law:n=20000"),
         Text::tr("A few very long rows that delay all others")},
        {Text::tr("Oil reservoir"), QStringLiteral("reservoir:grid=10,block=4"),
         Text::tr("Dense blocks that store one column index each")},
        {Text::tr("2-D Laplacian"), QStringLiteral("laplace2d:n=128"),
         Text::tr("The 5-point stencil on a square grid")},
        {Text::tr("3-D Laplacian"), QStringLiteral("laplace3d:n=32"),
         Text::tr("Seven diagonals, the best case for DIA")},
        {Text::tr("Tridiagonal"), QStringLiteral("tridiagonal:n=10000"),
         Text::tr("A system for the Thomas algorithm, CR and PCR")},
        {Text::tr("Arrow"), QStringLiteral("arrow:n=2000"), Text::tr("One full row and one full column")},
        {Text::tr("Water network"), QStringLiteral("water-network:n=5000"),
         Text::tr("Conjugate gradients for a pipe network")},
        {Text::tr("Hillside"), QStringLiteral("hillside.inp"), Text::tr("A small water network with a map")},
    };
    return samples;
}

} // namespace warploom::ui
