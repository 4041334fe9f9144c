// An otherwise empty shared library that exists only to load BLAS and LAPACK as its dependencies (host_blas.h). The
// references below keep the linker from dropping these dependencies.
extern "C" {
void ssyrk_();
void dsyrk_();
void sgtsv_();
void dgtsv_();

extern void (*const warploom_blas_needs[])();
void (*const warploom_blas_needs[])() = {ssyrk_, dsyrk_, sgtsv_, dgtsv_};
}
