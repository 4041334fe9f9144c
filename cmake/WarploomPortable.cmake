# Two targets for all programs:
#   programs   the programs that users start, without the tests
#   portable   dist/warploom-VERSION-linux-ARCH.tar.xz: the programs with Qt and the other libraries they need, also as a
#              self-extracting file (.run), and warploom-engine-VERSION-linux-ARCH.tar.xz without Qt
set(warploom_programs "")
foreach(program warploom warploom-engine warploom_blas warploom_cuda warploom_kernel_code)
    if(TARGET ${program})
        list(APPEND warploom_programs ${program})
    endif()
endforeach()
add_custom_target(programs DEPENDS ${warploom_programs})

if(WARPLOOM_UI AND TARGET warploom AND TARGET warploom-engine)
    add_custom_target(portable
        COMMAND ${PROJECT_SOURCE_DIR}/tools/make-portable --self-extracting
                ${PROJECT_BINARY_DIR} ${PROJECT_VERSION} ${PROJECT_SOURCE_DIR}/dist
        COMMAND ${PROJECT_SOURCE_DIR}/tools/make-portable --engine
                ${PROJECT_BINARY_DIR} ${PROJECT_VERSION} ${PROJECT_SOURCE_DIR}/dist
        DEPENDS programs USES_TERMINAL VERBATIM)
endif()
