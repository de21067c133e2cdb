// Geometry of a k-ary n-cube around one router: neighbours, destinations, and ways that a packet may take.
// Position of a router, or a destination: coordinates of COORD_W bits.
function integer coordinate;
  input [AT_W-1:0] place;
  input integer    dim;
  coordinate = place >> dim * COORD_W & (1 << COORD_W) - 1;
endfunction

function there;                  // is there a link to a neighbour, or to the node itself?
  input integer port;
  there = port == LOCAL || TORUS || (port % 2 == 0 ? coordinate(at, port / 2) != ARY - 1 : coordinate(at, port / 2) != 0);
endfunction

function [AT_W-1:0] somewhere;
  input integer number;
  integer dim;
  begin
    somewhere = 0;
    for (dim = 0; dim < DIMS; dim = dim + 1)
      somewhere = somewhere | mix(mix(number * 8 + dim) + SEED * 64 + round) % ARY << dim * COORD_W;
  end
endfunction

function [AT_W-1:0] node_of;     // of a destination: neighbours, the node itself, others
  input integer dest;
  integer x;
  begin
    node_of = dest > LOCAL ? somewhere(dest) : at;
    if (dest < LOCAL && there(dest)) begin
      x       = coordinate(at, dest / 2);
      node_of = at - (x << dest / 2 * COORD_W) + ((dest % 2 == 0 ? (x == ARY - 1 ? 0 : x + 1) : (x == 0 ? ARY - 1 : x - 1)) << dest / 2 * COORD_W);
    end
  end
endfunction

function integer dest_at;        // the first destination that is this node; DESTS: none
  input [AT_W-1:0] node;
  integer dest;
  begin
    dest_at = DESTS;
    for (dest = DESTS - 1; dest >= 0; dest = dest - 1)
      if (node_of(dest) == node) dest_at = dest;
  end
endfunction

// May a packet for this destination leave by this port and VC? The port is on a shortest way, or the one of dimension order. The escape VC goes as
// in a mesh.
function way;
  input integer port, vc, dest;
  integer dim, first, to, from, ahead;
  reg     up, down, escape;
  begin
    escape = ADAPTIVE && AVOIDANCE && vc == CREDIT_POOLS - 1;
    first  = DIMS;
    way    = 0;
    for (dim = 0; dim < DIMS; dim = dim + 1) begin
      to    = coordinate(node_of(dest), dim);
      from  = coordinate(at, dim);
      ahead = (to - from + ARY) % ARY;
      up    = TORUS ? ahead != 0 && 2 * ahead <= ARY : to > from;
      down  = TORUS ? ahead != 0 && 2 * ahead >= ARY : to < from;
      if (first == DIMS && to != from) first = dim;
      if (port == 2 * dim) begin
        if (ADAPTIVE && vc != CREDIT_POOLS) way = up;
        else way = first == dim && up && !(down && from % 2 == 1);
        if (escape && first == dim && to > from) way = 1;
      end
      if (port == 2 * dim + 1) begin
        if (ADAPTIVE && vc != CREDIT_POOLS) way = down;
        else way = first == dim && down && !(up && from % 2 == 0);
        if (escape && first == dim && to < from) way = 1;
      end
    end
    if (port == LOCAL) way = first == DIMS;
  end
endfunction

function legal;                  // may a packet for this destination come by this input?
  input integer port, dest;
  legal = there(port) && !(port == LOCAL && node_of(dest) == at);
endfunction
