#pragma once

#include <QString>

namespace warploom::ui {

/// Returns the file of a kernel in shipped_texts(), such as "spmv/csr_scalar.cu" for `csr-scalar` or
/// "papers/prata2010_ell.cu" for `paper:prata2010_ell.cu`. Ignores switches after @. Returns an empty string if the
/// source is not shipped.
QString fileOfKernel(const QString& operation, const QString& kernel);
/// Returns the built-in kernel of a file, such as `csr-scalar` for "spmv/csr_scalar.cu", or an empty string for other
/// files.
QString kernelOfFile(const QString& file);
/// Returns the title and the summary at the top of a file, or the first line of its first comment.
QString wordsOfFile(const QString& file);

} // namespace warploom::ui
