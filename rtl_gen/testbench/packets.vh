// Lengths of packets, and fields of a header: what a field does not need is cut off. hash() is a number of a flow, MOST_FLITS the longest
// packet, SHORT the longest of most.
function integer length_of;
  input integer flow, number;
  case (hash(flow, number * 4) % 16)
    0, 1, 2, 3: length_of = 1;
    4:          length_of = MOST_FLITS;
    5:          length_of = 1 + hash(flow, number * 4 + 1) % MOST_FLITS;
    default:    length_of = 1 + hash(flow, number * 4 + 1) % SHORT;
  endcase
endfunction

function integer need_of;        // units of a pool
  input integer flow, number;
  need_of = UNIT_FLITS == 0 ? 1 : (length_of(flow, number) + UNIT_FLITS - 1) / UNIT_FLITS;
endfunction

function [63:0] field;
  input [FLIT_BITS-1:0] flit;
  input integer         bit_at, width;
  field = flit >> bit_at & ~({FLIT_BITS{1'b1}} << width);
endfunction

function [FLIT_BITS-1:0] placed;
  input [63:0]  value;
  input integer bit_at, width;
  placed = (value & ~({FLIT_BITS{1'b1}} << width)) << bit_at;
endfunction
