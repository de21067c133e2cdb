// Rings around one router: what the other nodes of its rows do with metapackets. They have no counts: what its own row's master has launched comes back
// as it was, and where another node is master, the next one comes when the last one has been passed on.
integer             ring_left [0:LOCAL-1];           // by input, flits of a metapacket that are to come
reg [FLIT_BITS-1:0] ring_flit [0:2*LOCAL-1];

function master;
  input integer port;
  master = coordinate(at, port / 2) == 0;
endfunction

task start_rings;
  integer x;
  for (x = 0; x < LOCAL; x = x + 1) begin
    ring_left[x]         = master(x) ? 0 : 2;
    ring_flit[2 * x]     = 0;
    ring_flit[2 * x + 1] = 0;
  end
endtask

task receive_meta;
  input integer port;
  integer other;
  begin
    other = port % 2 == 0 ? port + 1 : port - 1;
    if (ring_left[other] != 0) failed("a metapacket before the last one has been round", port);
    ring_flit[2 * other + (tx_head[port] ? 0 : 1)] = master(port) ? tx_data[port*FLIT_BITS +: FLIT_BITS] : !tx_data[port*FLIT_BITS];
    if (!tx_head[port]) ring_left[other] = 2;
  end
endtask

task send_meta;
  input integer port;
  begin
    rx_valid[port] <= 1;
    rx_head[port]  <= ring_left[port] == 2;
    rx_vc[port*VC_W +: VC_W]             <= LINK_VCS - 1;
    rx_data[port*FLIT_BITS +: FLIT_BITS] <= ring_flit[2 * port + 2 - ring_left[port]];
    ring_left[port] = ring_left[port] - 1;
  end
endtask
