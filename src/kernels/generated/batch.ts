// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "e44ed600f58803fee2582b87307f6cbb46c9cde80dd3bc2a879d26a2944fbb4f",
};

export const KERNELS: KernelModule = {
  text: "|& |.|A|:!   !.!|-)|M|M|M|M|M|M!|M#G#%|2|;|D0|;|2|F|By|C|@|D|6|D|=|@|A  %|2|;|D)|:|2|:|=|@|G#  %#! *4!0|;|2|F|B{|;|1|2|0|6|1|2|1 !-}^!!}Z!!(|M~~          |N|N0 ~}L!}H!}H! }P!*|N|N,*|N|N. |N!|N7|N83};!( ! |N|N&   !}H! ~+**+**,*-)))),))-)) !#%&()))*)**+~ffff! |M|Mf!~ ;51;51%00A&;08;0;5/;O;I10;O;I1;1%0;A&0;I00I[_0;I00I[_0;I1*));;8000000-2;A&;(0;C&;5;A(;))&0,)00;C|%0;I1*));08;)",
  compiled: null,
};
