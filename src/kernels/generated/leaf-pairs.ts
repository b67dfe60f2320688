// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "e44ed600f58803fee2582b87307f6cbb46c9cde80dd3bc2a879d26a2944fbb4f",
};

export const KERNELS: KernelModule = {
  text: "m |.|A|:!   !*!|-#|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *3!/|.|9|9r|2|.|3v|.|6|@|A  -|b6!|^6&.|M)|L/|I%|K~                                                                 !&( !&( !&( &!(#)%* &!(#%&( !&(#%)*#%#% !&(  !! &!(#)%* &!(#%&( ! !##%% ! !  !!#%#%##%%#%#%  !!#%#% ! !##%% ! ! ! !##%%#%#%##%%##%%#)%* ! !#)%*  !!~                     &  |ND|RD;;|ND|RD @ @   33      33                                      3333|ND|N&|ND|N&|ND|N&|ND|N&~};!|M&}@! |N#|_#|p#}&#% %)}7A&%#/#!)}jA,#|l!&|NCB#E#!};! }7!+|ND|RD  }7! }X2|ND}7!+}7! + !|N|N#+|M|t!C|N|N|N}v|I|x!C|N|N|N}v|I((}7A((}HA}XA}jA|N#|N#-(/%!|R#|R#|NB|_B|pB}&B|V#|V#}7B}HB}XB}jB |Z#|Z#}L }P }T |NC|_C|pC|p!|_#|_#}X }] }b |d#|d#}f }j }n |_!|d!|h!|p!}3#}3#DD%!%!%#!%!!%!!%#!%!%%!%~#*#%##%#%&#&###%%%%%%% !%,#+, % #,,%+%,+,,%,#%&)#(-%,,,%,#**(-CE&)D. )&.)&!-(.ECD*(-6-(/78676-/79:988=:8;677776:6.((66)7&8>789)&8@AA?==766@>>>6*(*(=;:@@AAA7@@>>>*(*(=;:@@9888BBB7@@89888.*(.(?AB76>899==.(.(?AB799;;.(.(?AB76>8::.(.((()&66-/66(.,&0/43+)5-21,.&454+()020&.&0)()4&.&1)()3&.,)(+~|Mfffff!!fffff ~ ;52&;10;L>&;;8;a_;a_;a_;a_)%0;A&;1%0;A&0;O;I0;OI0;K20I;O]0;I0I;O]b_0;I1*))0;O;I0;I;O];]b_0;O;I0;I;O]0;I;O]b_0;I1*));;8;;8;08;08;(;)1;51;1%0;D&0;I208008;0;I00/80,)0>&0>&;;80,)0;J251051)02510251;10;J;B&0;J251051)0;N2;6050;|6;LM|L|@2;62050;|6;LM|L2|@|/L2;O00;OI00/2I1;[00;OI00>00|@0|.M0L2/2[200;OI2[2b200b20[0[b2b2p200q2b2r;[00b2rp;[000b2p00qb2rp;[p1;;50;K;M0;K;ML200b0[20[2b200b20[0[b2b2p20bq200|T;|p2h00b00q20b2pglL2HI8;;500N2;[0r;[0rp;[0rp;[p20b00bq20h00b00b2pglL2HI8;;500N2;[0r;[0rp;[0rp;[p20b000b2p20bq20h00b00q20b2pglL2HI8;1;;500N2;]0r;]0rp;]0rp0h;[0r;[0rp;[0rp;]p20b00bpglL2HI8;;500N2;]0r;]0rp;]0rp0h00b00bpglL2HI8;;500N2;]0r;]0rp;]0rp0h;]0r;]0rp;]0rp;]p00bpglL2HI8;;500N2HI8000[0[b20b0[0[b20bhlL2N100|G20|F|&|:2|82|#00|G20|F|&|:2|82|#00;P;L;OI200|82|#00;L;OI200|82|#00;P;L;OI20|#00;P;L;OI20|#00;P;L;OI20|#00;P;L;OI20|#00;L;OI100;P;L;OI1*)!)",
  compiled: null,
};
