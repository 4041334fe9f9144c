# add_format(ID):           kernels/formats/<id>.h with struct template <Id>
# add_kernel(OPERATION ID): kernels/<operation>/<id>.h with struct <Id><Operation>
#
# For each, small sources are generated that compile it for every target: the simulated GPU (numbers
# only), the traced one, and CUDA. Collected in WARPLOOM_KERNEL_SOURCES and WARPLOOM_CUDA_SOURCES.
set(WARPLOOM_KERNEL_SOURCES "")
set(WARPLOOM_CUDA_SOURCES "")
set(WARPLOOM_GENERATED ${CMAKE_CURRENT_BINARY_DIR}/generated)
set_property(GLOBAL PROPERTY warploom_formats "")
set_property(GLOBAL PROPERTY warploom_kernels "")

# csr-vector -> CsrVector
function(warploom_camel_case id result)
    string(REPLACE "-" ";" words ${id})
    set(name "")
    foreach(word ${words})
        string(SUBSTRING ${word} 0 1 first)
        string(SUBSTRING ${word} 1 -1 rest)
        string(TOUPPER ${first} first)
        string(APPEND name ${first}${rest})
    endforeach()
    set(${result} ${name} PARENT_SCOPE)
endfunction()

# Writes only what changed, so that configuring again does not compile again.
function(warploom_generate file text)
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

function(add_format id)
    string(REPLACE "-" "_" name ${id})
    warploom_camel_case(${id} type)
    set(source ${WARPLOOM_GENERATED}/format_${name}.cpp)
    warploom_generate(${source} "#include \"kernels/formats/format_entry.h\"
#include \"kernels/formats/${name}.h\"
namespace warploom::kernels {
FormatEntry format_${name}() { return format_entry<${type}>(); }
}
")
    set_property(GLOBAL APPEND PROPERTY warploom_formats ${name})
    set(WARPLOOM_KERNEL_SOURCES ${WARPLOOM_KERNEL_SOURCES} ${source} PARENT_SCOPE)
endfunction()

function(add_kernel operation id)
    string(REPLACE "-" "_" name ${id})
    warploom_camel_case(${id} type)
    warploom_camel_case(${operation} suffix)
    set(sources "")
    foreach(target simulated traced)
        set(define "")
        set(info "")
        set(end "")
        if(target STREQUAL "traced")
            set(define "#define WARPLOOM_TRACED 1\n")
            # Sources may be compiled together: what comes next begins with loops as they are.
            set(end "#include \"kernels/vocabulary/plain_loops.h\"\n")
        else()
            set(info "extern const KernelInfo ${operation}_${name}_info = on_simulated::${type}${suffix}::info;\n")
        endif()
        set(source ${WARPLOOM_GENERATED}/${operation}_${name}_${target}.cpp)
        warploom_generate(${source} "#define WARPLOOM_TARGET on_${target}
${define}#include \"kernels/${operation}/${name}.h\"
#include \"kernels/${operation}/simulated_${operation}.h\"
namespace warploom::kernels {
${info}std::unique_ptr<Bound> bind_${target}_${operation}_${name}(const BindRequest& request, simulated::Tracer* tracer) {
    return on_${target}::bind<on_${target}::Simulated${suffix}, on_${target}::${type}${suffix}>(request, tracer);
}
}
${end}")
        list(APPEND sources ${source})
    endforeach()
    set(cuda ${WARPLOOM_GENERATED}/${operation}_${name}_cuda.cu)
    warploom_generate(${cuda} "#define WARPLOOM_TARGET on_cuda
#include \"kernels/${operation}/${name}.h\"
#include \"kernels/cuda/${operation}/cuda_${operation}_kernel.h\"
#include \"kernels/cuda/gpu/registry.h\"
namespace warploom::kernels {
CudaEntry cuda_entry_${operation}_${name}() {
    using Kernel = on_cuda::${type}${suffix};
    return {Operation::${operation}, Kernel::info.id, Kernel::info.format,
            on_cuda::bind<on_cuda::${suffix}Kernel, Kernel>};
}
}
")
    set_property(GLOBAL APPEND PROPERTY warploom_kernels "${operation} ${operation}_${name}")
    set(WARPLOOM_KERNEL_SOURCES ${WARPLOOM_KERNEL_SOURCES} ${sources} PARENT_SCOPE)
    set(WARPLOOM_CUDA_SOURCES ${WARPLOOM_CUDA_SOURCES} ${cuda} PARENT_SCOPE)
endfunction()

# A function `function` that returns the table `rows` of `type`, after `declarations`.
function(warploom_table type function declarations rows result)
    set(${result} "
${declarations}
const std::vector<${type}>& ${function}() {
    static const std::vector<${type}> entries{
${rows}    };
    return entries;
}
" PARENT_SCOPE)
endfunction()

# The tables that registry.h and kernels/cuda/gpu/registry.h declare. Call it after the last add_kernel.
function(warploom_generate_tables)
    get_property(formats GLOBAL PROPERTY warploom_formats)
    set(declarations "")
    set(rows "")
    foreach(name ${formats})
        string(APPEND declarations "FormatEntry format_${name}();\n")
        string(APPEND rows "        format_${name}(),\n")
    endforeach()
    warploom_table(FormatEntry format_entries "${declarations}" "${rows}" format_table)

    get_property(kernels GLOBAL PROPERTY warploom_kernels)
    set(declarations "")
    set(rows "")
    set(cuda_declarations "")
    set(cuda_rows "")
    foreach(kernel ${kernels})
        string(REPLACE " " ";" kernel ${kernel})
        list(GET kernel 0 operation)
        list(GET kernel 1 name)
        string(APPEND declarations "extern const KernelInfo ${name}_info;
SimulatedEntry::Bind bind_simulated_${name}, bind_traced_${name};
")
        string(APPEND rows
            "        {Operation::${operation}, ${name}_info, bind_simulated_${name}, bind_traced_${name}},\n")
        string(APPEND cuda_declarations "CudaEntry cuda_entry_${name}();\n")
        string(APPEND cuda_rows "        cuda_entry_${name}(),\n")
    endforeach()
    warploom_table(SimulatedEntry generated_entries "${declarations}" "${rows}" kernel_table)
    warploom_table(CudaEntry generated_cuda_entries "${cuda_declarations}" "${cuda_rows}" cuda_table)

    warploom_generate(${WARPLOOM_GENERATED}/tables.cpp "#include \"kernels/machine/registry.h\"
namespace warploom::kernels {
${format_table}${kernel_table}}
")
    warploom_generate(${WARPLOOM_GENERATED}/cuda_tables.cpp "#include \"kernels/cuda/gpu/registry.h\"
namespace warploom::kernels {
${cuda_table}}
")
    set(WARPLOOM_KERNEL_SOURCES ${WARPLOOM_KERNEL_SOURCES} ${WARPLOOM_GENERATED}/tables.cpp PARENT_SCOPE)
    set(WARPLOOM_CUDA_SOURCES ${WARPLOOM_CUDA_SOURCES} ${WARPLOOM_GENERATED}/cuda_tables.cpp PARENT_SCOPE)
endfunction()
