#include "app/page/page_engine.h"

#include <memory>
#include <string>

// Functions that the script of a page calls.

extern "C" const char* warploom_answer(const char* line) {
    static const auto engine = std::make_unique<warploom::app::PageEngine>();
    static std::string answer; // keeps the returned text valid until the next call
    answer = engine->answer(line);
    return answer.c_str();
}
