// Where fields of a header begin, and where it ends.
localparam LEFT_AT   = HEADER_TURNPOOL;
localparam DEST_AT   = LEFT_AT + HEADER_TURNS_LEFT;
localparam QUEUE_AT  = DEST_AT + HEADER_DESTINATION;
localparam SL_AT     = QUEUE_AT + HEADER_QUEUE;
localparam FLITS_AT  = SL_AT + HEADER_SL;
localparam SOURCE_AT = FLITS_AT + HEADER_FLITS;
localparam HEADER_W  = SOURCE_AT + HEADER_SOURCE;
localparam SHORT     = MOST_FLITS > 16 ? 16 : MOST_FLITS;   // most packets have no more flits
