#include <popt.h>

/* popt.h names both a structure and a pointer to it `poptOption`; Swift needs a name for the structure. */
typedef struct poptOption popt_option_entry;
