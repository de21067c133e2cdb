// What a credit counts on links into memories of slots: a free slot. Credits for so many slots; and whether a packet's goes with its flit that is read.
// Twin: spec/slot_credit.h.
// verilator lint_off UNUSED
function integer slot_credits;
  input integer slots;
  slot_credits = slots;
endfunction

function credit_goes;
  input first, last;
  credit_goes = last;
endfunction
// verilator lint_on UNUSED
