# Debian packages: `warploom`, `warploom-cuda` for real GPUs, and `warploom-mpi` for multi-GPU runs over MPI.
# tools/make-packages builds them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME warploom)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The Warploom authors")
file(READ ${CMAKE_CURRENT_SOURCE_DIR}/contacts.json warploom_contacts)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/contacts.json)
string(JSON warploom_packager GET "${warploom_contacts}" packages)
string(JSON CPACK_PACKAGE_HOMEPAGE_URL GET "${warploom_contacts}" home)
set(CPACK_PACKAGE_CONTACT "The Warploom authors <${warploom_packager}>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_COMPONENTS_ALL warploom)
set(CPACK_DEBIAN_WARPLOOM_PACKAGE_NAME warploom)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "workbench that shows how the warps of a GPU weave through a matrix")
set(CPACK_COMPONENT_WARPLOOM_DESCRIPTION "Warploom shows how a GPU processes a sparse matrix: how each format stores it,
which lane of a warp reads which values, and how much memory traffic this
causes. It runs and times SpMV, conjugate gradients, tridiagonal solvers and
the product of a matrix and its transpose on the CPU, on a GPU, or on a
simulated GPU that executes the same kernel source.")
# Required for running the window without a display, and the fonts that it uses.
set(CPACK_DEBIAN_WARPLOOM_PACKAGE_DEPENDS "fonts-dejavu-core, libqt6svg6, qt6-qpa-plugins")
set(CPACK_DEBIAN_WARPLOOM_PACKAGE_SUGGESTS "warploom-cuda")
if(TARGET warploom_cuda)
    list(APPEND CPACK_COMPONENTS_ALL cuda)
    set(CPACK_DEBIAN_CUDA_PACKAGE_NAME warploom-cuda)
    set(CPACK_COMPONENT_CUDA_DESCRIPTION "This package runs the kernels of Warploom on NVIDIA GPUs. It requires the
driver. Vendor kernels also require the libraries of the CUDA Toolkit.")
    # CUDA's libraries come from the vendor's packages or from a toolkit without a package, so their package names are
    # unknown.
    set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "warploom (= ${PROJECT_VERSION}), libc6 (>= 2.34), libgcc-s1, libstdc++6 (>= 12)")
    set(CPACK_DEBIAN_CUDA_PACKAGE_SHLIBDEPS OFF)
endif()
if(TARGET warploom_mpi)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
    set(CPACK_DEBIAN_MPI_PACKAGE_NAME warploom-mpi)
    set(CPACK_COMPONENT_MPI_DESCRIPTION "This package starts the ranks of the machine cuda:mpi, which uses the GPUs of
one or more nodes, with the MPI library of this distribution.")
    set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "warploom (= ${PROJECT_VERSION})")
endif()
# Add a changelog and the copyright file to each package.
string(TIMESTAMP warploom_package_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component ${CPACK_COMPONENTS_ALL})
    set(package warploom)
    if(NOT component STREQUAL "warploom")
        set(package warploom-${component})
    endif()
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${package})
    file(MAKE_DIRECTORY ${folder})
    file(WRITE ${folder}/changelog "${package} (${PROJECT_VERSION}) unstable; urgency=medium

  * What has changed is told in CHANGELOG.md of the package warploom.

 -- ${CPACK_PACKAGE_CONTACT}  ${warploom_package_date}
")
    execute_process(COMMAND gzip -9nkf ${folder}/changelog)
    install(FILES ${folder}/changelog.gz copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/lintian/${package})
        install(FILES lintian/${package} DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${component})
    endif()
endforeach()
include(CPack)
