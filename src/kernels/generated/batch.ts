// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "9532be466585f2ff731b3bd2e6419b1b310e3fa8430b1c53447c55dcb1fbb935",
};

export const KERNELS: KernelModule = {
  text: "|& |.|A|:!   !.!|-)|M|M|M|M|M|M!|M#G#%|2|;|D0|;|2|F|By|C|@|D|6|D|=|@|A  %|2|;|D)|:|2|:|=|@|G#  %#! *4!0|;|2|F|B{|;|1|2|0|6|1|2|1 !-}^!!}Z!!(|M~~# # # # & & & & # #  |N|N/# ~}L!}H!}H! }P!*|N|N+*|N|N- |N!|N7|N83};!( ! |N|N&   !}H! ~+**+**,*-)))),))-)) !#%&()))*)**+~ffff! |M|Mf!~L!*&!*&A  H.! 3! !*9!0!%& !0!%&!&A !H. !%  %); !%  %); !%&@((!!3      J#!H.!= !^.!*!H=!((. _(  !^|6 !%&@((! 3!(",
  compiled: null,
};
