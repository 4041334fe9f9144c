# The sample networks travel inside the program.
set(networks "")
foreach(network hillside)
    set(file ${PROJECT_SOURCE_DIR}/datasets/networks/${network}.inp)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    string(APPEND networks "        {\"${network}.inp\", R\"INP(${text})INP\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/built_in_networks.cpp @ONLY CONTENT "#include \"engine/network/built_in_networks.h\"
namespace warploom::network {
const std::vector<BuiltInNetwork>& built_in_networks() {
    static const std::vector<BuiltInNetwork> files{
${networks}    };
    return files;
}
}
")
target_sources(warploom_engine PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/built_in_networks.cpp)
