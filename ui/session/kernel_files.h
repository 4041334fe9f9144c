#pragma once

#include <QString>

namespace warploom::ui {

/// The file of a kernel among shipped_texts(): "spmv/csr_scalar.cu" of `csr-scalar`, "papers/prata2010_ell.cu" of
/// `paper:prata2010_ell.cu`; what stands behind @ is a switch. Empty: none of its texts travels with the program.
QString fileOfKernel(const QString& operation, const QString& kernel);
/// The built-in kernel of a file: `csr-scalar` of "spmv/csr_scalar.cu". Empty for a file that is no built-in kernel.
QString kernelOfFile(const QString& file);
/// Returns the title and summary at the top of a file, or the first line of its first comment.
QString wordsOfFile(const QString& file);

} // namespace warploom::ui
