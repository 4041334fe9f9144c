#include "ui/pages/reproduce/sources.h"

#include "ui/style/text.h"

namespace warploom::ui {

const QList<PaperSource>& sources() {
    static const QList<PaperSource> all{
        {QStringLiteral("prata2010"), Text::tr("Prata, Melfe, Pesqueira, Muranho, 2010"),
         Text::tr("sorted rows, CSR and ELL"),
         Text::tr(
             "Impacto da Organização dos Dados em Operações com Matrizes Esparsas na GPU. Measured on one GPU of a "
             "GeForce GTX 295.")},
        {QStringLiteral("it168"), Text::tr("Contest by IT168 and NVIDIA"), Text::tr("COO with segmented sums"),
         Text::tr("A contest entry that computes y = A x in COO with OpenCL. It contains no tables and claims a "
                  "speedup of \"thousands of times\".")},
        {QStringLiteral("cerny2011"), Text::tr("Martin Černý, 2011"), Text::tr("tridiagonal systems"),
         Text::tr("Implementace maticových řešičů na GPU, bachelor's thesis, CTU in Prague. Measured on two Opterons "
                  "with 24 cores in total and a GeForce GTX 460.")},
        {QStringLiteral("rossignon2013"), Text::tr("Corentin Rossignon, 2013"),
         Text::tr("y = A x in a reservoir simulator"),
         Text::tr("Optimisation du produit matrice-vecteur creux sur architecture GPU pour un simulateur de réservoir, "
                  "RenPar'21. Measured on Tesla C2050 cards.")},
        {QStringLiteral("ata"), Text::tr("Report on AᵀA (undated)"), Text::tr("tiled C = AᵀA"),
         Text::tr("A student report in Greek that compares a tiled, symmetric product with cuBLAS. Measured on a Tesla "
                  "C2075.")},
        {QStringLiteral("trotter2023"), Text::tr("James Trotter and others, 2023"),
         Text::tr("row and column orderings"),
         Text::tr("Bringing Order to Sparsity: A Sparse Matrix Reordering Study on Multicore CPUs, SC '23. Measured "
                  "with 490 matrices on eight hosts. Warploom asks the same question about GPUs.")},
    };
    return all;
}

const PaperSource* findSource(const QString& id) {
    for (const PaperSource& source : sources())
        if (id == source.id || id.startsWith(source.id + QLatin1Char('-'))) return &source;
    return nullptr;
}

} // namespace warploom::ui
