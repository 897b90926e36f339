// The mathematics of a C library for the engine in a page, where there is none. Only the build of
// that engine compiles this folder.
#ifndef WEB_ASSEMBLY_LIBRARY_H
#define WEB_ASSEMBLY_LIBRARY_H

double atan2(double y, double x);
double tanh(double x);
double atanh(double x);
double log(double x);
double exp(double x);

#endif
