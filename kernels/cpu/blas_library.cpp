// The library that loads BLAS and LAPACK with it (host_blas.h). It has no code of its own: the names here keep the
// linker from leaving them out.
extern "C" {
void ssyrk_();
void dsyrk_();
void sgtsv_();
void dgtsv_();

extern void (*const warploom_blas_needs[])();
void (*const warploom_blas_needs[])() = {ssyrk_, dsyrk_, sgtsv_, dgtsv_};
}
