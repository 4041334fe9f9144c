// A library whose only purpose is to load BLAS and LAPACK together with it (host_blas.h). It contains no other code.
// The references prevent the linker from dropping the dependency.
extern "C" {
void ssyrk_();
void dsyrk_();
void sgtsv_();
void dgtsv_();

extern void (*const warploom_blas_needs[])();
void (*const warploom_blas_needs[])() = {ssyrk_, dsyrk_, sgtsv_, dgtsv_};
}
