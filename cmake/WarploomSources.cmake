# warploom_embed_kernel_sources(TARGET): the text of every header that a kernel is made of, inside the program, so that
# it can show them wherever it runs (app/kernel_sources.h). Made again when one of them changes.
# As a script (cmake -DOUTPUT=... -DROOT=... -P) this same file writes the source.
if(CMAKE_SCRIPT_MODE_FILE)
    file(GLOB files RELATIVE ${ROOT} ${ROOT}/kernels/*.h ${ROOT}/kernels/spmv/*.h)
    list(SORT files)
    set(text "#include \"app/kernel_sources.h\"\n\nnamespace warploom::app {\n\n")
    string(APPEND text "const std::vector<KernelSource>& kernel_sources() {\n")
    string(APPEND text "    static const std::vector<KernelSource> sources{\n")
    foreach(name ${files})
        file(READ ${ROOT}/${name} content)
        string(APPEND text "        {\"${name}\", R\"source(${content})source\"},\n")
    endforeach()
    string(APPEND text "    };\n    return sources;\n}\n\n} // namespace warploom::app\n")
    file(WRITE ${OUTPUT} "${text}")
    return()
endif()

function(warploom_embed_kernel_sources target)
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h ${PROJECT_SOURCE_DIR}/kernels/spmv/*.h)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/kernel_sources.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${PROJECT_SOURCE_DIR}
                -P ${PROJECT_SOURCE_DIR}/cmake/WarploomSources.cmake
        DEPENDS ${headers} ${PROJECT_SOURCE_DIR}/cmake/WarploomSources.cmake
        COMMENT "The sources of the kernels, as text" VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()
