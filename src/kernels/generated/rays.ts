// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "e125c6f11d2098d71a502e7c4218459185f492cec08b90bb04b848fcc872d4b4",
};

export const KERNELS: KernelModule = {
  text: "j |.|A|:!   !+!|-%|M|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *1!-|1|2|A|0|2|;|1x|.|G  -}9-!}6-%5|I2|M#|K~ &!( !&&#%((#)%* !))!#  !#  !#  !#  # !!~                  |RD |ND   |>    |_!|_!|-|ND|RD|-   & +                   |N|N&|R|N&                ~ &+7;@LPT/3DHX]}j }f |R!+ #!|_!#+! |M2!&b////}7 }; }@ }D }H }L }P }j * * }r }v }T }X }] }b +|N!**}n !D|R!|V!|V!|Z!|Z!}f |M|R!|V!|V!|Z!|Z!}f ~+,&-.(/0)?@ABCD*%::::%:88*? 8E+&AE-(CE/)1=E=1%@E,&BE.(DE0)99899918H9FIHG:E8FG:HIG::F8G8IHGH9998E88889>>8E889E#8!F1#F23#F45343124245321144167411111F61GFG53211212113741237H%4*;8;H;;%4%FGH%88;:=>%;:=>%;~ff!fff ff #!fff   !f!~J!A&!A&!A&!A&!A&!A&!A&!A&!A&!)&!)&!)&!)&!)&!)&!A|&&!A&!)&@ - !C#Y [|.S )&@ !c-h    %#%* 9 .N  %* 9 .N  %* 9 .N&  )%&    %* 9 .]  %* 9 .]  %* 9 .]|4X#DS |=!/&  !C6#-! ; Y&@ |=!/#Y# |?&     7%)2    7l !%&   7&   7&  !C6#S((  %)&>((( !cS !V#!6!%# %& !|(#&@   %H-h!A  !: %#)!:%*#  )!:%*#4#  )!:%*#4#.!A  4#.0!A  4 4#.!A00#!A .!A .0!A .!A00# 4.  4 .9#!A# O O0#  40.#PX!6#!j  |&xX!6#!j6S !)F !)FIS!A .!A .0!A .!A00# 4&  N  4#N 0&  ] ] 9[# [|D [ [|Z6DS  2  l !%&  ] !) !F !FI!Y |D667&( !%&>(( !c-! 2!!) %2!!) %2! [l !VZ(>((! 2!!) %2!!) %2! [l (",
  compiled: null,
};
