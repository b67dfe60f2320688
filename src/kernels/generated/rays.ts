// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "9532be466585f2ff731b3bd2e6419b1b310e3fa8430b1c53447c55dcb1fbb935",
};

export const KERNELS: KernelModule = {
  text: "j |.|A|:!   !+!|-%|M|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *1!-|1|2|A|0|2|;|1x|.|G  -}9-!}6-%5|I2|M#|K~ !#%3456&()*789: !#%&()*34563456+,-./012789:789:+,-.;=>?/012@ABC !#%&()*;=>?;=>?&()*+,-. !#% !#%&()*+,-. !#% !#%&()*+,-. !#% !#%&()*+,-. !#% !#%+,-. !#%&()*&()*~# # # # # # # # # # # # # # # # # # #|RD #|ND& & & #|>& & & & #|_!#|_!#|-#|ND#|RD#|-# # & #&& #+& # # # # # # # # # # # # # #     #|N|N&#|R|N&# # # # # # #  # # # # # #  # ~ &+7;@LPT/3DHX]}j }f |R!+ #!|_!#+! |M2!&b////}7 }; }@ }D }H }L }P }j * * }r }v }T }X }] }b +|N!**}n !D|R!|V!|V!|Z!|Z!}f |M|R!|V!|V!|Z!|Z!}f ~+,&-.(/0)?@ABCD*%::::%:88*? 8E+&AE-(CE/)1=E=1%@E,&BE.(DE0)99899918H9FIHG:E8FG:HIG::F8G8IHGH9998E88889>>8E889E#8!F1#F23#F45343124245321144167411111F61GFG53211212113741237H%4*;8;H;;%4%FGH%88;:=>%;:=>%;~ff!fff ff #!fff   !f!~L!>&!>&!>&!>&!>&!>&!>&!>&!>&!*&!*&!*&!*&!*&!*&!>|&&!>&!*&A . !D#Y Z|-T *&A !b.h    %#%) 8 -M  %) 8 -M  %) 8 -M&  *%&    %) 8 -[  %) 8 -[  %) 8 -[|3X#CT |;!0&  !D6#.! ; Y&A |;!0#Y# |?&     9%*3    9k !%&   9&   9&  !D6#T((  %*&@((( !bT !U#!6!%# %& !|+#&A   %H.h!>  !: %#*!:%)#  *!:%)#4#  *!:%)#4#-!>  4#-/!>  4 4#-!>//#!> -!> -/!> -!>//# 4-  4 -8#!># N N/#  4/-#OX!6#!l  |&uX!6#!l6T !*E !*EFT!> -!> -/!> -!>//# 4&  M  4#M /&  [ [ 8Z# Z|D Z Z|Y6CT  3  k !%&  [ !* !E !EF!Y |D669&( !%&@(( !b.! 3!!* %3!!* %3! Zk !U_(@((! 3!!* %3!!* %3! Zk (",
  compiled: null,
};
