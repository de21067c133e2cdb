  input  wire                 clk, rst,

  // Link into this port; outputs are registered.
  input  wire                 rx_valid,     // a flit arrives
  input  wire                 rx_head,      // the flit is the first of a packet
  input  wire [FLIT_BITS-1:0] rx_data,
  output wire                 rx_credit,    // a slot was freed

  // Scheduler and crossbar; vectors by output, of packets with routes by turn. gnt: in the cycle of req, zero or equal to it. rdata: from registers.
  input  wire [RADIX-1:0]     gnt,          // the output grants this input
  output wire [RADIX-1:0]     req,          // output requested, one-hot or zero
  output wire [FLITS_W-1:0]   req_flits,    // length in flits of the requesting packet, 0 without req
  output wire                 req_long,     // req_flits is more than 1
  output wire [FLIT_BITS-1:0] rdata,        // flit read in the cycle before
`ifdef STAMPS
  input  wire [STAMP_W-1:0]   now,          // stamp of a packet that enters in this cycle; registered, common to all inputs
  output wire [STAMP_W-1:0]   req_rank,     // rank of the requesting packet, lower is older
`endif
