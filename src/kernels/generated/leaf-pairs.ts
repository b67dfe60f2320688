// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "29ffab60c69a58215b79b343be9bca8f1a8bb518cc10f751a79c9c31af7f77d2",
};

export const KERNELS: KernelModule = {
  text: "m |.|A|:!   !*!|-#|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *3!/|.|9|9r|2|.|3v|.|6|@|A  -|b6!|^6&.|M)|L/|I%|K~                                                                 !&( !&( !&( &!(#)%* &!(#%&( !&(#%)*#%#% !&(  !! &!(#)%* &!(#%&( ! !##%% ! !  !!#%#%##%%#%#%  !!#%#% ! !##%% ! ! ! !##%%#%#%##%%##%%#)%* ! !#)%*  !!~                     &  |ND|RD;;|ND|RD @ @   33      33                                      3333|ND|N&|ND|N&|ND|N&|ND|N&~};!|M&}@! |N#|_#|p#}&#% %)}7A&%#/#!)}jA,#|l!&|NCB#E#!};! }7!+|ND|RD  }7! }X2|ND}7!+}7! + !|N|N#+|M|t!C|N|N|N}v|I|x!C|N|N|N}v|I((}7A((}HA}XA}jA|N#|N#-(/%!|R#|R#|NB|_B|pB}&B|V#|V#}7B}HB}XB}jB |Z#|Z#}L }P }T |NC|_C|pC|p!|_#|_#}X }] }b |d#|d#}f }j }n |_!|d!|h!|p!}3#}3#DD%!%!%#!%!!%!!%#!%!%%!%~#*#%##%#%&#&###%%%%%%% !%,#+, % #,,%+%,+,,%,#%&)#(-%,,,%,#**(-CE&)D. )&.)&!-(.ECD*(-6-(/78676-/79:988=:8;677776:6.((66)7&8>789)&8@AA?==766@>>>6*(*(=;:@@AAA7@@>>>*(*(=;:@@9888BBB7@@89888.*(.(?AB76>899==.(.(?AB799;;.(.(?AB76>8::.(.((()&66-/66(.,&0/43+)5-21,.&454+()020&.&0)()4&.&1)()3&.,)(+~|Mfffff!!fffff ~ ;52&;10;L>&;;8;ba;ba;ba;ba)%0;A&;1%0;A&0;O;I0;OI0;K20I;O^0;I0I;O^ca0;I1*))0;O;I0;I;O^;^ca0;O;I0;I;O^0;I;O^ca0;I1*));;8;;8;08;08;(;)1;51;1%0;D&0;I208008;0;I00/80,)0>&0>&;;80,)0;J251051)02510251;10;J;B&0;J251051)0;N2;6050;P;LM|K|?2;62050;P;LM|K2|?|/L2;O00;OI00/2I1;]00;OI00>00|?0|.M0L2/2]200;OI2]2c200c20]0]c2c2q200r2c2s;]00c2sq;]000c2q00rc2sq;]q1;;50;K;M0;K;ML200c0]20]2c200c20]0]c2c2q20cr200|S;|o2i00c00r20c2qhmL2HI8;;500N2;]0s;]0sq;]0sq;]q20c00cr20i00c00c2qhmL2HI8;;500N2;]0s;]0sq;]0sq;]q20c000c2q20cr20i00c00r20c2qhmL2HI8;1;;500N2;^0s;^0sq;^0sq0i;]0s;]0sq;]0sq;^q20c00cqhmL2HI8;;500N2;^0s;^0sq;^0sq0i00c00cqhmL2HI8;;500N2;^0s;^0sq;^0sq0i;^0s;^0sq;^0sq;^q00cqhmL2HI8;;500N2HI8000]0]c20c0]0]c20cimL2N100|F20|E|&|92|72|#00|F20|E|&|92|72|#00;Q;L;OI200|72|#00;L;OI200|72|#00;Q;L;OI20|#00;Q;L;OI20|#00;Q;L;OI20|#00;Q;L;OI20|#00;L;OI100;Q;L;OI1*)!)",
  compiled: null,
};
