// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "288fa0a2b2857338392bfafd39035866b37ce6575aca318f86f6c5b264df2505",
};

export const KERNELS: KernelModule = {
  text: "|& |.|A|:!   !.!|-)|M|M|M|M|M|M!|M#G#%|2|;|D0|;|2|F|By|C|@|D|6|D|=|@|A  %|2|;|D)|:|2|:|=|@|G#  %#! *4!0|;|2|F|B{|;|1|2|0|6|1|2|1 !-}^!!}Z!!(|M~~          |N|N/ ~}L!}H!}H! }P!*|N|N+*|N|N- |N!|N7|N83};!( ! |N|N&   !}H! ~+**+**,*-)))),))-)) !#%&()))*)**+~ffff! |M|Mf!~J!)&!)&>  I-! 1! !)9!0!%& !0!%&!&> !I- !%  %*; !%  %*; !%&=((!!1      H#!I-!? !_-!)!I?!((- [(  !_|> !%&=((! 1!(",
  compiled: null,
};
