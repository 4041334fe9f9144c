# warploom_model_hash(TARGET) embeds hashes of all sources that modeled results depend on, as the list
# warploom::model_sources() (engine/embedded_file.h). It has one entry for sources that affect all results ("common")
# and one entry per operation. The hashes exclude comments and whitespace, so that rewording a comment does not
# invalidate traces. When run as a script (cmake -DOUTPUT=... -DROOT=... -P), this file writes the source.
set(warploom_model_common engine/simulated engine/simt engine/simt/language engine/simt/code
    engine/simt/findings engine/simt/sema engine/simt/passes engine/simt/compiler engine/simt/machine engine/simt/trace engine/matrix
    engine/generators engine/network engine/ordering kernels/plans kernels/operations
    kernels/sources app/trace app/trace_documents app/problem app/operations app/inputs app/calibration app/run_spec
    app/experiment/fitting)
# Includes only the simulated machine, because the lists of kernels and machines do not affect results.
set(warploom_model_files kernels/machine/simulated_* kernels/registry/simulated_* kernels/papers/*.cu kernels/headers/*.cuh app/experiment/figures/modelled_figures.* app/experiment/figures/counted_figures.*
    app/experiment/figures/special_figures.* app/experiment/run_cells.*)
set(warploom_model_spmv kernels/formats kernels/spmv)
set(warploom_model_trsv kernels/formats kernels/trsv)
set(warploom_model_ilu kernels/formats kernels/trsv kernels/ilu kernels/preconditioners)
set(warploom_model_ata kernels/ata)
set(warploom_model_tridiagonal kernels/tridiagonal)
set(warploom_model_cg kernels/formats kernels/spmv kernels/trsv kernels/cg kernels/preconditioners kernels/cpu)

function(warploom_model_sources root result)
    set(patterns "")
    foreach(folder ${ARGN})
        if(folder MATCHES "[*]")
            list(APPEND patterns ${root}/${folder})
        else()
            list(APPEND patterns ${root}/${folder}/*.h ${root}/${folder}/*.cpp ${root}/${folder}/*.cu)
        endif()
    endforeach()
    if(CMAKE_SCRIPT_MODE_FILE)
        file(GLOB files RELATIVE ${root} ${patterns})
    else()
        file(GLOB files RELATIVE ${root} CONFIGURE_DEPENDS ${patterns})
    endif()
    list(SORT files)
    set(${result} ${files} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
    set(text "#include \"engine/embedded_file.h\"\n\nnamespace warploom {\n\n")
    string(APPEND text "const std::vector<EmbeddedFile>& model_sources();\n\n")
    string(APPEND text "const std::vector<EmbeddedFile>& model_sources() {\n")
    string(APPEND text "    static const std::vector<EmbeddedFile> hashes{\n")
    foreach(part common spmv trsv ilu ata tridiagonal cg)
        set(folders ${warploom_model_${part}})
        if(part STREQUAL "common")
            list(APPEND folders ${warploom_model_files})
        endif()
        warploom_model_sources(${ROOT} files ${folders})
        set(hashes "")
        foreach(name ${files})
            file(READ ${ROOT}/${name} content)
            string(REGEX REPLACE "//[^\n]*" "" content "${content}")
            string(REGEX REPLACE "[ \t\r\n]+" "" content "${content}")
            string(SHA256 hash "${content}")
            string(APPEND hashes "${name} ${hash}\n")
        endforeach()
        string(SHA256 hash "${hashes}")
        string(APPEND text "        {\"${part}\", \"${hash}\"},\n")
    endforeach()
    string(APPEND text "    };\n    return hashes;\n}\n\n} // namespace warploom\n")
    file(WRITE ${OUTPUT} "${text}")
    return()
endif()

function(warploom_model_hash target)
    set(files "")
    foreach(part common files spmv trsv ilu ata tridiagonal cg)
        warploom_model_sources(${PROJECT_SOURCE_DIR} more ${warploom_model_${part}})
        list(APPEND files ${more})
    endforeach()
    list(REMOVE_DUPLICATES files)
    string(MD5 names "${files}") # changes the command when a file is removed
    list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/model_sources.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMES=${names} -DROOT=${PROJECT_SOURCE_DIR}
                -P ${PROJECT_SOURCE_DIR}/cmake/WarploomModelHash.cmake
        DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/WarploomModelHash.cmake
        COMMENT "What modelled figures depend on, as hashes" VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()
