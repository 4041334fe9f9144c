// A library that only exists to load BLAS and LAPACK with it (host_blas.h). It has no code of its own; the references
// here keep the linker from dropping the dependency.
extern "C" {
void ssyrk_();
void dsyrk_();
void sgtsv_();
void dgtsv_();

extern void (*const warploom_blas_needs[])();
void (*const warploom_blas_needs[])() = {ssyrk_, dsyrk_, sgtsv_, dgtsv_};
}
