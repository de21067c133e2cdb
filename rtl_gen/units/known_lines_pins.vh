  // Internal Xoff of an output; it acts one cycle later. notify_next: a pulse. notify_next_*: length of the congested point with this switch, line of
  // the output; 0 without notify_next.
  input  wire                    notify_next,
  input  wire [LEN_W-1:0]        notify_next_len,
  input  wire [LINE_W-1:0]       notify_next_line,

  // Xons, by output or turn. xon_valid: a pulse. xon_line: line of the output; used only with xon_valid.
  input  wire [RADIX-1:0]        xon_valid,
  input  wire [RADIX*LINE_W-1:0] xon_line,

  // Flow control towards upstream: pulses that set and clear sent_xoff, never both for a line.
  input  wire [LINES-1:0]        sent_set,
  input  wire [LINES-1:0]        sent_clear,

  // Functions of registers. notify: an internal Xoff acts in this cycle. sent_xoff, len: lines that stop their upstream; lengths.
  output wire                    notify,
  output wire [LINES-1:0]        sent_xoff,
  output wire [LINES*LEN_W-1:0]  len,
