#include "kernels/formats/bcsr.h"
#include "kernels/formats/bcsr_blocks.h"
#include "kernels/formats/coo.h"
#include "kernels/formats/csc.h"
#include "kernels/formats/csr.h"
#include "kernels/formats/csr_sorted.h"
#include "kernels/formats/dia.h"
#include "kernels/formats/ell.h"
#include "kernels/formats/ell_sorted.h"
#include "kernels/formats/format_entry.h"
#include "kernels/formats/hyb.h"
#include "kernels/formats/jad.h"
#include "kernels/formats/sell.h"

namespace warploom::kernels {

const std::vector<FormatEntry>& format_entries() {
    static const std::vector<FormatEntry> entries{
        format_entry<Coo>(),  format_entry<Csr>(),        format_entry<CsrSorted>(), format_entry<Csc>(),
        format_entry<Ell>(),  format_entry<EllSorted>(),  format_entry<Jad>(),       format_entry<Hyb>(),
        format_entry<Bcsr>(), format_entry<BcsrBlocks>(), format_entry<Dia>(),       format_entry<Sell>(),
    };
    return entries;
}

} // namespace warploom::kernels
