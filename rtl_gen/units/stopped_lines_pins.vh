  // Link, reverse: a message is valid only with tx_msg_valid.
  input  wire              tx_msg_valid,
  input  wire              tx_msg_xoff,
  input  wire [LINE_W-1:0] tx_msg_line,

  // Xon to all inputs, one cycle after the message; registered. xon_line: 0 without xon_valid.
  output wire              xon_valid,
  output wire [LINE_W-1:0] xon_line,

  // Internal Xoff. notify: a pulse; suppressed if the Xon for the line arrives in the same cycle. notify_*: valid only with notify.
  // notify_len: to the congested point, without this switch.
  output wire              notify,
  output wire [PORT_W-1:0] notify_src,
  output wire [LINE_W-1:0] notify_line,
  output wire [LEN_W-1:0]  notify_len,
