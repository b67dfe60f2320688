// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "b2723f2b62878f229cce0dc88cf256be13c4d4c12ae90935c37b7fd281f87f99",
};

export const KERNELS: KernelModule = {
  text: "m |.|A|:!   !*!|-#|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *3!/|.|9|9r|2|.|3v|.|6|@|A  -|{6!|x6&.|M/|I)|L%|K~                                                                 !&( !&( !&( &!(#)%* &!(#%&( !&(#%)*#%#% !&(  !! &!(#)%* &!(#%&( ! !##%% ! !  !!#%#%##%%#%#%  !!#%#% ! !##%% ! ! ! !##%%#%#%##%%##%%#)%* ! !#)%*  !!~                      &  |ND|RD;;|ND|RD @ @    33     33                                      3333|ND|N&|ND|N&|ND|N&|ND|N&~ };!|M}7!+};!&}@! |N#|_#|p#}&# % %)}7A&%#/#!)}jA,#|l!&|NCB#E#!};! |ND|RD}7!}X2|ND}7!+}7! + !|N|N#+C|M|t!C|N|N|N}v|I|x!C|N|N|N}v|I(((( |N#|N#-(/%}7A}HA}XA}jA!|R#|R#|NB|_B|pB}&B|V#|V#}7B}HB}XB}jB|Z#|Z#}L }P }T |NC|_C|pC|p!|_#|_#}X }] }b |d#|d#}f }j }n |_!|d!|h!|p!}3#}3#!DD%!%!%#!%!!%!!%#!%!%%!%~ &!(  !!))!)!*)*)))!!!!!!!&(*+* % #**%%#***%*!%),!-%***%*!#  !-EC),D.CED /&,).).,(-!/!/- ./.!0-12010!-1343223422011110144)0,56055),7899:3304486446/./.32188999088444/./.321885777;;;08875555/./.:9;06457733/./.:9;07722/./.:9;064511/./....),00!-00./*,?-@=+)A!B>*/!@A@+.)?B?!/!?).)@!/!>).)=!/*).++~ffffff!!fff!|Mf#|M!!~ 0101;1;5&;1;;8;5;L>&;;8;ba;ba;ba;ba);1%0;A&;1%0;A&0;O;I0;OI0;K20I;O^0;I0I;O^ca0;I1*))0;O;I0;I;O^;^ca0;O;I0;I;O^0;I;O^ca0;I1*));;8;08;08);51%#0;D&0;I208008;0;I00/8*)0&0(0>&;;8*)0;J25105)10251051;10;J;B&0;J25105(0)10;P;N2;6050;P;LM|K|?2;62050;P;LM|K2|?|/L2>00|?0|.M0L100;OI00/20;OI100;OI00/20;OI1;1;;50;K;M0;K;ML2;]0]20]2c200c20]0]c2c2q200r2c2s;]00c2sq;]000c2q00rc2sq;]q20c0]20]2c200c20]0]c2c2q20cr200|S;|o2i00c00r20c2qhmL2HI8;;500N2;]0s;]0sq;]0sq;]q20c00cr20i00c00c2qhmL2HI8;;500N2;]0s;]0sq;]0sq;]q20c000c2q20cr20i00c00r20c2qhmL2HI8;;500N2;^0s;^0sq;^0sq0i;]0s;]0sq;]0sq;^q20c00cqhmL2HI8;;500N2;^0s;^0sq;^0sq0i00c00cqhmL2HI8;;500N2;^0s;^0sq;^0sq0i;^0s;^0sq;^0sq;^q00cqhmL2HI8;;500N2HI80;M>+000]0]c20c0]0]c20cimL2N100|F20|E|&|92|72|#00|F20|E|&|92|72|#00;Q;L;OI200|72|#00;L;OI200|72|#00;Q;L;OI20|#00;Q;L;OI20|#00;Q;L;OI20|#00;Q;L;OI20|#00;L;OI100;Q;L;OI1*))0)",
  compiled: null,
};
