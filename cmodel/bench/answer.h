#ifndef ANSWER_H
#define ANSWER_H

#include "../messages.h"

#include <stdbool.h>

/* What a sink puts on the reverse side band in a cycle. */
struct sink_answer {
	bool credit, message;
	uint16_t queue;                 /* of the credit, or its VC */
	struct message msg;
};

#endif
