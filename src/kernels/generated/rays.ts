// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "d961557c58d1e3f47106278031543177fa2559da9077e91298d6efb8f9dcdfa6",
};

export const KERNELS: KernelModule = {
  text: "j |.|A|:!   !+!|-%|M|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *1!-|1|2|A|0|2|;|1x|.|G  -}9-!}6-%5|I2|M#|K~ &!( !&&#%((#)%* !))!#  !#  !#  !#  # !!~                  |RD |ND   |>    |_!|_!|-|ND|RD|-   & +                   |N|N&|R|N&                ~ &+7;@LPT/3DHX]}j }f |R!+ #!|_!#+! |M2!&b////}7 }; }@ }D }H }L }P }j * * }r }v }T }X }] }b +|N!**}n !D|R!|V!|V!|Z!|Z!}f |M|R!|V!|V!|Z!|Z!}f ~+,&-.(/0)?@ABCD*%::::%:88*? 8E+&AE-(CE/)1=E=1%@E,&BE.(DE0)99899918H9FIHG:E8FG:HIG::F8G8IHGH9998E88889>>8E889E#8!F1#F23#F45343124245321144167411111F61GFG53211212113741237H%4*;8;H;;%4%FGH%88;:=>%;:=>%;~ff!fff ff #!fff   !f!~J!?&!?&!?&!?&!?&!?&!?&!?&!?&!)&!)&!)&!)&!)&!)&!?|&&!?&!)&@ . !C#Z W|)P )&@ !b.h    %#%* 7 -G  %* 7 -G  %* 7 -G&  )%&    %* 7 -U  %* 7 -U  %* 7 -U|0[#DP |6!0&  !C6#.! ; Z&@ |6!0#Z# |9&     9%)2    9i !%&   9&   9&  !C6#P((  %)&>((( !bP !X#!6!%# %& !|(#&@   %I.h!?  !: %#)!:%*#  )!:%*#4#  )!:%*#4#-!?  4#-/!?  4 4#-!?//#!? -!? -/!? -!?//# 4-  4 -7#!?# L L/#  4/-#Q[!6#!j  |&y[!6#!j6P !)F !)FKP!? -!? -/!? -!?//# 4&  G  4#G /&  U U 7W# W|C W W|Z6DP  2  i !%&  U !) !F !FK!Z |C669&( !%&>(( !b.! 2!!) %2!!) %2! Wi !X^(>((! 2!!) %2!!) %2! Wi (",
  compiled: null,
};
