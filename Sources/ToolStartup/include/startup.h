// The words of the command line where there is no /proc to read them from; none where the platform has
// another way. Only glibc passes them to a constructor.
int tool_argument_count(void);
char **tool_arguments(void);

// The revision of the sources, empty where it is not known; constant while the process runs.
const volatile char *tool_revision(void);
