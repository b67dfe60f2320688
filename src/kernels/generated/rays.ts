// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "e44ed600f58803fee2582b87307f6cbb46c9cde80dd3bc2a879d26a2944fbb4f",
};

export const KERNELS: KernelModule = {
  text: "j |.|A|:!   !+!|-%|M|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *1!-|1|2|A|0|2|;|1x|.|G  -}T-!}Q-%4|M#|K5|I~ &!( !&&#%((#)%* !))!#  !#  !#  !#  # !!~                  |RD |ND   |>    |_!|_!|-|ND|RD|-   & +                   |N|N&|R|N&                ~ &+7;@LPT/3DHX]}j }f |R!+ &#!|_!#+!!% |M2!&b////}7 }; }@ }D }H }L }P }j * * }r }v }T }X }] }b +|N!**}n !D|R!|V!|V!|Z!|Z!}f |M|R!|V!|V!|Z!|Z!}f ~FEJDCIBAH10/.-,GK%%%%K%66G1 6+FJ+/DI+-BH93+39K+0EJ+.CI+,AH*%&*5**69586)78(&+5)(&87(&&)5(578(8666%*%+5666&+22&*&&*+#&!(>#(;:#(9?:9=>;9;9?=;@@99@:>9@9999):9()(?=;==;=;==:>9=;:>7K9G4&4744K9K)(7K&&4%32K4%32K4~ff!fff ff #!fff   !f!~ ;]1;]1;]1;]1;]1;]1;]1;]1;]1;51;51;51;51;51;51;]|w1;]1;51%0&0;J260e|.+051%0;D&#0000I2I[0q0ru00I[0q0ru00I[0q0ru10;0[lHJI10000I[0q0rt00I[0q0rt00I[0q0rt|Yl2>+010|5;O100;JL2&;0_061%0|5;O2620|-100000/I580000/90;I1000/1000/100;JL2+))00H;J;OI100I51*)))0;D+0;N2;L;I20I10;|621%000IA&#;]00;K0I25;KI[2005;KI[2b2005;KI[2b2r;]00b2rp;]00b0b2r;]pp2;]0r;]0rp;]0r;]pp20br00b0rq2;]20o0op200bpr2gl;L2;@00|w|Xl;L2;@L+0;5?0;5?M+;]0r;]0rp;]0r;]pp20b100u00b2u0p100t0t0qe20e|/0e0e|0L>+0080090;I100t0;50;?0;?M;60|/LL/1)0;I1*))0;D&;08;;50I8;;50I8;0e90;N,)*));08;;50I8;;50I8;0e90)",
  compiled: null,
};
