// Nothing is called from outside: `startup.c` runs by itself.
