#pragma once

#include <QString>

namespace warploom::ui {

/// Returns the name of the file in shipped_texts() that contains a kernel, such as "spmv/csr_scalar.cu" for
/// `csr-scalar` or "papers/prata2010_ell.cu" for `paper:prata2010_ell.cu`. Kernel switches, which follow an @ in the
/// name, are ignored. Returns an empty string if the program does not contain the kernel's source code.
QString fileOfKernel(const QString& operation, const QString& kernel);
/// Returns the name of the built-in kernel in a file, such as `csr-scalar` for "spmv/csr_scalar.cu". Returns an empty
/// string for other files.
QString kernelOfFile(const QString& file);
/// Returns the title and summary at the beginning of a kernel file or, if there are none, the first line of its first
/// comment.
QString wordsOfFile(const QString& file);

} // namespace warploom::ui
