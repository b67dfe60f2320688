// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "288fa0a2b2857338392bfafd39035866b37ce6575aca318f86f6c5b264df2505",
};

export const KERNELS: KernelModule = {
  text: "j |.|A|:!   !+!|-%|M|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *1!-|1|2|A|0|2|;|1x|.|G  -}L-!}I-%4|M#|K5|I~ &!( !&&#%((#)%* !))!#  !#  !#  !#  # !!~                  |RD |ND   |>    |_!|_!|-|ND|RD|-   & +                   |N|N&|R|N&                ~ &+7;@LPT/3DHX]}j }f |R!+ #!|_!#+!!% |M2!&b////}7 }; }@ }D }H }L }P }j * * }r }v }T }X }] }b +|N!**}n !D|R!|V!|V!|Z!|Z!}f |M|R!|V!|V!|Z!|Z!}f ~FEJDCIBAH10/.-,GK%%%%K%66G1 6+FJ+/DI+-BH93+39K+0EJ+.CI+,AH*%&*5**69586)78(&+5)(&87(&&)5(578(8666%*%+5666&+22&*&&*+#&!(>#(;:#(9?:9=>;9;9?=;@@99@:>9@9999):9()(?=;==;=;==:>9=;:>7K9G4&4744K9K)(7K&&4%32K4%32K4~ff!fff ff #!fff   !f!~J!@&!@&!@&!@&!@&!@&!@&!@&!@&!)&!)&!)&!)&!)&!)&!@|,&!@&!)&> - !C#Y ^|-L )&> !a-h    %#%* 6 .D  %* 6 .D  %* 6 .D&  )%&    %* 6 .M  %* 6 .M  %* 6 .M|5]#FL & |=!0&  !C7#-! ; Y&> |=!0#Y# |A&     9%)1    9k !%&   9&   9&  !C7#L((  w!C!0%&  %)&=((( !aL !W#!7!%# %& !|(#&>   %I-h!@  !: %#)!:%*#  )!:%*#4#  )!:%*#4#.!@  4#./!@  4 4#.!@//#!@ .!@ ./!@ .!@//# 4.  4 .6#!@# N N/#  4/.#U]!7#!d  |,z]!7#!d7L !)E !)EKL!@ .!@ ./!@ .!@//# 4&  D  4#D /&  M M 6^# ^|F ^ ^|]7FL  1  k !%&  M !) !E !EK!Y |F779&( !%&=(( !a-! 1!!) %1!!) %1! ^k !W[(=((! 1!!) %1!!) %1! ^k (",
  compiled: null,
};
