// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "28b40604440e14af1fff606d8bf7d7cb1a3d6c966f2f2789240a5cdc3c7032de",
};

export const KERNELS: KernelModule = {
  text: "j |.|A|:!   !+!|-%|M|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *1!-|1|2|A|0|2|;|1x|.|G  -}9-!}6-%5|I2|M#|K~ !#%3456&()*789: !#%&()*34563456+,-./012789:789:+,-.;=>?/012@ABC !#%&()*;=>?;=>?&()*+,-. !#% !#%&()*+,-. !#% !#%&()*+,-. !#% !#%&()*+,-. !#% !#%+,-. !#%&()*&()*~# # # # # # # # # # # # # # # # # # #|RD #|ND& & & #|>& & & & #|_!#|_!#|-#|ND#|RD#|-# # & #&& #+& # # # # # # # # # # # # # #     #|N|N&#|R|N&# # # # # # #  # # # # # #  # ~ &+7;@LPT/3DHX]}j }f |R!+ #!|_!#+! |M2!&b////}7 }; }@ }D }H }L }P }j * * }r }v }T }X }] }b +|N!**}n !D|R!|V!|V!|Z!|Z!}f |M|R!|V!|V!|Z!|Z!}f ~+,&-.(/0)?@ABCD*%::::%:88*? 8E+&AE-(CE/)1=E=1%@E,&BE.(DE0)99899918H9FIHG:E8FG:HIG::F8G8IHGH9998E88889>>8E889E#8!F1#F23#F45343124245321144167411111F61GFG53211212113741237H%4*;8;H;;%4%FGH%88;:=>%;:=>%;~ff!fff ff #!fff   !f!~K!8&!8&!8&!8&!8&!8&!8&!8&!8&!,&!,&!,&!,&!,&!,&!8v&!8&!,&> / !D#W SzY ,&> !^/m    %#%* 5 )G  %* 5 )G  %* 5 )G&  ,%&    %* 5 )P  %* 5 )P  %* 5 )P|#X#RY |5!0&  !D6#/! : W&> |5!0#W# |0&     ;%,4    ;_ !%&   ;&   ;&  !D6#Y((  %,&?((( !^Y !Q#!6!%# %& !|6#&>   %B/m!8  !9 %#,!9%*#  ,!9%*#2#  ,!9%*#2#)!8  2#)+!8  2 2#)!8++#!8 )!8 )+!8 )!8++# 2)  2 )5#!8# I I+#  2+)#OX!6#!e  vhX!6#!e6Y !,F !,FLY!8 )!8 )+!8 )!8++# 2&  G  2#G +&  P P 5S# S|B S S|h6RY  4  _ !%&  P !, !F !FL!W |B66;&( !%&?(( !^/! 4!!, %4!!, %4! S_ !Qa(?((! 4!!, %4!!, %4! S_ (",
  compiled: null,
};
