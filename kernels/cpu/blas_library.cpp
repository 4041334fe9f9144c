// This shared library is empty except for its dependencies on BLAS and LAPACK (host_blas.h). The following references
// keep the linker from dropping these dependencies.
extern "C" {
void ssyrk_();
void dsyrk_();
void sgtsv_();
void dgtsv_();

extern void (*const warploom_blas_needs[])();
void (*const warploom_blas_needs[])() = {ssyrk_, dsyrk_, sgtsv_, dgtsv_};
}
