# warploom_headers_stand_alone(LAYER LIBRARIES ...): every header of a layer must compile with nothing before it and with
# the include paths of the given libraries only. It is the build that fails. Precompiled headers and folders that are
# compiled at once would hide what is missing, so each header is read alone here: one command a folder, nothing generated.
# Headers of the CUDA half go through nvcc, and are left out where there is none.
function(warploom_headers_stand_alone layer)
    cmake_parse_arguments(arg "" "" "LIBRARIES" ${ARGN})
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${layer}/*.h)
    add_library(headers_${layer}_paths INTERFACE)
    target_link_libraries(headers_${layer}_paths INTERFACE ${arg_LIBRARIES})
    set(paths "$<TARGET_PROPERTY:headers_${layer}_paths,INTERFACE_INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:headers_${layer}_paths,INTERFACE_COMPILE_DEFINITIONS>")
    set(folders "")
    set(cuda_sources "")
    foreach(header ${headers})
        if(header MATCHES "/cuda/|vocabulary_cuda|cuda_gpu")
            if(WARPLOOM_HAVE_CUDA)
                cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE relative)
                string(REGEX REPLACE "[/.]" "_" name ${relative})
                set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cu)
                set(define "")
                if(layer STREQUAL "kernels")
                    set(define "#define WARPLOOM_TARGET on_cuda\n")
                endif()
                file(CONFIGURE OUTPUT ${source} CONTENT "${define}#include \"${relative}\"\n" @ONLY)
                list(APPEND cuda_sources ${source})
            endif()
            continue()
        endif()
        cmake_path(GET header PARENT_PATH folder)
        list(APPEND folders ${folder})
        string(MD5 key ${folder})
        list(APPEND headers_${key} ${header})
    endforeach()
    list(REMOVE_DUPLICATES folders)
    set(stamps "")
    foreach(folder ${folders})
        string(MD5 key ${folder})
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
        string(REPLACE "/" "_" file ${name})
        set(stamp ${CMAKE_CURRENT_BINARY_DIR}/headers/${file}.read)
        # Kernels and their vocabulary live in the namespace of a target, which the file that includes them names.
        add_custom_command(OUTPUT ${stamp}
            COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -w -fPIC -DWARPLOOM_TARGET=on_simulated
                    "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
                    -I${PROJECT_SOURCE_DIR} "$<$<BOOL:${paths}>:-I$<JOIN:${paths},;-I>>"
                    -x c++-header ${headers_${key}}
            COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
            DEPENDS ${headers_${key}} COMMENT "Each header of ${name} alone" COMMAND_EXPAND_LISTS VERBATIM)
        list(APPEND stamps ${stamp})
    endforeach()
    add_custom_target(headers_${layer} ALL DEPENDS ${stamps})
    if(cuda_sources)
        add_library(headers_${layer}_cuda OBJECT ${cuda_sources})
        warploom_flags(headers_${layer}_cuda)
        target_link_libraries(headers_${layer}_cuda PRIVATE ${arg_LIBRARIES})
    endif()
endfunction()
