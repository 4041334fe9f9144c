#include "ui/pages/reproduce/report_writer.h"

#include <utility>

namespace warploom::ui {
namespace {

ReportWriter& slot() {
    static ReportWriter writer;
    return writer;
}

} // namespace

void setReportWriter(ReportWriter writer) { slot() = std::move(writer); }

const ReportWriter& reportWriter() { return slot(); }

} // namespace warploom::ui
