#pragma once

/* The first SIGINT or SIGTERM is noted from now on; a later one ends the process. A signal that the caller had ignored stays so. */
void interrupt_watch(void);

/* Unless one has come, the next one ends the process. */
void interrupt_leave(void);

/* The signal that came; 0: none. */
int interrupt_signal(void);
