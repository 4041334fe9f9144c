# What makes a build from nothing short (docs/contributing.md has the figures).
#
# warploom_folder_at_once(TARGET [MOST n]): the sources of one folder are compiled together, at most n of them (12), so that
# headers are read and templates are made once for all. The sources stay as they are; names in their anonymous
# namespaces must not meet. Call it after the last source was added.
option(WARPLOOM_FOLDERS_AT_ONCE "Compile the sources of a folder together: a quicker build from nothing" ON)

function(warploom_folder_at_once target)
    if(NOT WARPLOOM_FOLDERS_AT_ONCE)
        return()
    endif()
    cmake_parse_arguments(arg "" "MOST" "" ${ARGN})
    if(NOT arg_MOST)
        set(arg_MOST 12)
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "[.]cpp$")
    set(folders "")
    foreach(source ${sources})
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
        cmake_path(GET source PARENT_PATH folder)
        string(MD5 key "${folder}")
        list(APPEND folders ${key})
        list(APPEND sources_${key} ${source})
    endforeach()
    list(REMOVE_DUPLICATES folders)
    foreach(key ${folders})
        list(LENGTH sources_${key} count)
        # As even as it gets: 13 sources become 7 and 6, not 12 and 1.
        math(EXPR groups "(${count} + ${arg_MOST} - 1) / ${arg_MOST}")
        set(number 0)
        foreach(source ${sources_${key}})
            math(EXPR group "${number} * ${groups} / ${count}")
            set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${key}_${group})
            math(EXPR number "${number} + 1")
        endforeach()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# The headers that nearly every source reads are read once for each set of compiler flags.
option(WARPLOOM_PRECOMPILED_HEADERS "Precompile the headers of the libraries" ON)
set(warploom_common_headers ${PROJECT_SOURCE_DIR}/cmake/precompiled/common.h)
set(warploom_document_headers ${PROJECT_SOURCE_DIR}/cmake/precompiled/documents.h)
set(warploom_kernel_headers ${PROJECT_SOURCE_DIR}/cmake/precompiled/kernels.h)
set(warploom_app_headers ${PROJECT_SOURCE_DIR}/cmake/precompiled/app.h)
set(warploom_window_headers ${PROJECT_SOURCE_DIR}/cmake/precompiled/window.h)

# warploom_precompile(TARGET HEADER) or warploom_precompile(TARGET REUSE OTHER): the precompiled header of a target that
# has the same flags.
function(warploom_precompile target header)
    if(NOT WARPLOOM_PRECOMPILED_HEADERS)
        return()
    endif()
    if(header STREQUAL "REUSE")
        target_precompile_headers(${target} REUSE_FROM ${ARGN})
    else()
        target_precompile_headers(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${header}>)
    endif()
endfunction()
