// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "44b405beb30d125a37fad2db3a1a2464136073922d8920661227572a5c1466b6",
};

export const KERNELS: KernelModule = {
  text: "|& |.|A|:!   !.!|-)|M|M|M|M|M|M!|M#G#%|2|;|D0|;|2|F|By|C|@|D|6|D|=|@|A  %|2|;|D)|:|2|:|=|@|G#  %#! *4!0|;|2|F|B{|;|1|2|0|6|1|2|1 !-}^!!}Z!!(|M~~# # # # & & & & # #  |N|N/# ~}L!}H!}H! }P!*|N|N+*|N|N- |N!|N7|N83};!( ! |N|N&   !}H! ~+**+**,*-)))),))-)) !#%&()))*)**+~ffff! |M|Mf!~L!)&!)&A  H.! 3! !)9!/!%& !/!%&!&A !H. !%  %*; !%  %*; !%&>((!!3      I#!H.!= !^.!)!H=!((. a(  !^|6 !%&>((! 3!(",
  compiled: null,
};
