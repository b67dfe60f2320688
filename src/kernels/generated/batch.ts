// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "e125c6f11d2098d71a502e7c4218459185f492cec08b90bb04b848fcc872d4b4",
};

export const KERNELS: KernelModule = {
  text: "|& |.|A|:!   !.!|-)|M|M|M|M|M|M!|M#G#%|2|;|D0|;|2|F|By|C|@|D|6|D|=|@|A  %|2|;|D)|:|2|:|=|@|G#  %#! *4!0|;|2|F|B{|;|1|2|0|6|1|2|1 !-}^!!}Z!!(|M~~          |N|N/ ~}L!}H!}H! }P!*|N|N+*|N|N- |N!|N7|N83};!( ! |N|N&   !}H! ~+**+**,*-)))),))-)) !#%&()))*)**+~ffff! |M|Mf!~J!)&!)&@  H-! 2! !)7!/!%& !/!%&!&@ !H- !%  %*; !%  %*; !%&>((!!2      G#!H-!= !^-!)!H=!((- Z(  !^|6 !%&>((! 2!(",
  compiled: null,
};
