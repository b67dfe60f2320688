// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "29ffab60c69a58215b79b343be9bca8f1a8bb518cc10f751a79c9c31af7f77d2",
};

export const KERNELS: KernelModule = {
  text: "j |.|A|:!   !+!|-%|M|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *1!-|1|2|A|0|2|;|1x|.|G  -}T-!}Q-%4|M#|K5|I~ &!( !&&#%((#)%* !))!#  !#  !#  !#  # !!~                  |RD |ND   |>    |_!|_!|-|ND|RD|-   & +                   |N|N&|R|N&                ~ &+7;@LPT/3DHX]}j }f |R!+ &#!|_!#+!!% |M2!&b////}7 }; }@ }D }H }L }P }j * * }r }v }T }X }] }b +|N!**}n !D|R!|V!|V!|Z!|Z!}f |M|R!|V!|V!|Z!|Z!}f ~FEJDCIBAH10/.-,GK%%%%K%66G1 6+FJ+/DI+-BH93+39K+0EJ+.CI+,AH*%&*5**69586)78(&+5)(&87(&&)5(578(8666%*%+5666&+22&*&&*+#&!(>#(;:#(9?:9=>;9;9?=;@@99@:>9@9999):9()(?=;==;=;==:>9=;:>7K9G4&4744K9K)(7K&&4%32K4%32K4~ff!fff ff #!fff   !f!~ ;^1;^1;^1;^1;^1;^1;^1;^1;^1;51;51;51;51;51;51;^|v1;^1;51%0&0;J260f|.+051%0;D&#0000I2I]0r0sv00I]0r0sv00I]0r0sv10;0]mHJI10000I]0r0su00I]0r0su00I]0r0su|Xm2>+010|5;O100;JL2&;0a061%0|5;O2620|-100000/I580000/90;I1000/1000/100;JL2+))00H;J;OI100I51*)))0;D+0;N2;L;I20I10;P21%000IA&#;^00;K0I25;KI]2005;KI]2c2005;KI]2c2s;^00c2sq;^00c0c2s;^qq2;^0s;^0sq;^0s;^qq20cs00c0sr2;^20p0pq200cqs2hm;L2;@00|v|Wm;L2;@L+0;5?0;5?M+;^0s;^0sq;^0s;^qq20c100v00c2v0q100u0u0rf20f|/0f0f|0L>+0080090;I100u0;50;?0;?M;60|/LL/1)0;I1*))0;D&;08;;50I8;;50I8;0f90;N,)*));08;;50I8;;50I8;0f90)",
  compiled: null,
};
