#pragma once

#include "app/run/problem.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

namespace warploom::app {

/// The formats of one matrix, each made once for all kernels that read it.
class FormatStore {
public:
    explicit FormatStore(const CsrMatrix& matrix) : matrix_(matrix) {}

    /// Bytes that making it would add; 0 where it is there, or will be refused with its reason.
    double bytes_to_make(const std::string& format, kernels::Precision precision) const;
    /// Makes it where it is not there yet, and fills in what `row` says of it. Errors: those of make_format.
    std::shared_ptr<const kernels::HostFormat> give(const std::string& format, Row& row, const RunContext& context);
    /// The same for a machine of several ranks: cut into their rows first.
    std::shared_ptr<const kernels::SplitMatrix> give_split(const std::string& format, Row& row,
                                                           const RunContext& context);
    void release() {
        formats_.clear();
        splits_.clear();
    }

private:
    const CsrMatrix& matrix_;
    std::map<std::pair<std::string, kernels::Precision>, std::shared_ptr<const kernels::HostFormat>> formats_;
    std::map<std::tuple<std::string, kernels::Precision, int>, std::shared_ptr<const kernels::SplitMatrix>> splits_;
};

} // namespace warploom::app
