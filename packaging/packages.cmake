# Debian packages: `warploom`, and `warploom-cuda` with the half for real GPUs. tools/make-packages builds them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME warploom)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The Warploom authors")
set(CPACK_PACKAGE_CONTACT "The Warploom authors <authors@warploom.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_COMPONENTS_ALL warploom)
set(CPACK_DEBIAN_WARPLOOM_PACKAGE_NAME warploom)
set(CPACK_COMPONENT_WARPLOOM_DESCRIPTION "see how the warps of a GPU weave through a matrix
 Warploom shows what a GPU does with a sparse matrix: how each storage format
 lays it out, which lane of which warp reads what, and what that costs. It
 runs and times SpMV, conjugate gradients, tridiagonal solvers and the product
 of a matrix with its transpose on the processor, on a GPU, or on a simulated
 one that runs the same kernel source.")
# The window without a display, and the fonts that it draws with.
set(CPACK_DEBIAN_WARPLOOM_PACKAGE_DEPENDS "fonts-dejavu-core, libqt6svg6, qt6-qpa-plugins")
set(CPACK_DEBIAN_WARPLOOM_PACKAGE_SUGGESTS "warploom-cuda")
if(TARGET warploom_cuda)
    list(APPEND CPACK_COMPONENTS_ALL cuda)
    set(CPACK_DEBIAN_CUDA_PACKAGE_NAME warploom-cuda)
    set(CPACK_COMPONENT_CUDA_DESCRIPTION "real GPUs for Warploom
 The half of Warploom that runs its kernels on an NVIDIA GPU. It needs the
 driver, and the libraries of the CUDA toolkit for the vendor's kernels.")
    set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "warploom (= ${PROJECT_VERSION})")
    # CUDA's libraries come from the vendor's packages or a toolkit without one.
    set(CPACK_DEBIAN_CUDA_PACKAGE_SHLIBDEPS OFF)
endif()
include(CPack)
