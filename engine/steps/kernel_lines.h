#pragma once

namespace warploom::steps {

/// The places in the kernels that the steps quote.
enum class KernelLine {
    thomas_eliminate,
    thomas_substitute,
    cr_reduce,
    cr_solve,
    cr_substitute,
    pcr_reduce,
    ata_skip,
    ata_fetch,
    ata_prefetch,
    ata_store,
    ata_multiply,
    ata_write,
    coo_product,
    coo_heads,
    coo_stride,
    coo_open,
    coo_write,
    coo_carry,
    coo_serial,
    coo_update,
    grid_launch,
    grid_row,
    naive_product,
    naive_write,
    it168_product,
    it168_stride,
    it168_write,
    it168_open,
    it168_serial,
    it168_update,
    rows_in_turn,
    rows_in_blocks,
    build_coo,
    build_csr,
    build_csc,
    build_ell,
    build_jad,
    build_sell,
    build_hyb,
    build_bcsr,
    build_dia,
    bcsr_works,
    bcsr_product,
    bcsr_reduce,
    bcsr_write,
    count
};

/// A line of a kernel: the file as it is named in the tree, and text that stands in exactly one of its lines. A test
/// looks for it, so that the quote follows the kernel.
struct QuotedLine {
    const char* file;
    const char* text;
};
QuotedLine quoted(KernelLine line);

} // namespace warploom::steps
