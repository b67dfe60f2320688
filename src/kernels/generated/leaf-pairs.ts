// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "18afbbc7bafd35716f43c3cc391a4132a7d22d7e8a9bdc666ed9b18f75805704",
};

export const KERNELS: KernelModule = {
  text: "k |.|A|:!   !*!|-#|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *3!/|.|9|9r|2|.|3v|.|6|@|A  -}M6!}J6%/|M.|I%|K~                                                                 !&( !&( !&(         &!(#)%* &!(#%&( !&(#%)*#%#% !&(  !! &!(#)%* &!(#%&( ! !##%% ! !  !!#%#%##%%#%#%  !!#%#% ! !##%% ! ! ! !##%%#%#%##%%##%%#)%* ! !#)%*  !!~                      &  |ND|RD;;|ND|RD @ @    33     33                                      3333 & |R& & |R& & |R& & |R&~ };!|M}7!+};!&}@! |N#|_#|p#}&#% %)}7A&%#/#!)}jA,#|l!&|NCB#E#!};! |ND|RD}7!}X2|ND}7!+}7! + !|N|N#+ |t! |x!   ((((  |N#|N#-(/%}7A}HA}XA}jA|R#|R#|NB|_B|pB}&B|V#|V#}7B}HB}XB}jB|Z#|Z#}L }P }T |NC|_C|pC|p!|_#|_#}X }] }b |d#|d#}f }j }n |_!|d!|h!|p!}3#}3#!|ND|N&!%|ND!%|N&!!%|ND!!%|N&#!%|ND#!%|N&%!%%!%~ &  ())()(+)+)))(((((((&!+*+ % #++%%+++%+#%(,#)-%+++%+#-)-?=(,> ,.=?> -/&,(.(.,!-)/)/- ./  ./.)1-23121)-2454334533122221255(1,67166(,89::15597557/./.43299:::99555/./.432996888;;;9986666/./.1:;7568844/./.1:;8833/./.1:;75622/./....(,11)-11./+0(0)*(*)+/+0,0)*.*,*)+/)+(+-*.*(*-)/(),)-*.),)-(/+).**~ffffff!!fff!ff#f!!~ 01;1;5&;1;;8;5;L>&;;8;a_;a_;a_;a_)%0;A&;1%0;A&0;O;I0;OI0;K20I;O]0;I0I;O]b_0;I1*))0;O;I0;I;O];]b_0;O;I0;I;O]0;I;O]b_0;I1*));;8;08;08);51%#0;D&0;I208008;0;I00/8*)0>&0>&;;8*)0;J251051)02510251;10;J;B&0;J251051)0;A;606|(0;D/|@2;6206|(0;D/2|@|/M00M;DL2>00|@0|.M00M;DL100;OI00/20;OI100;OI00/20;OI100I0I;0;D/1;;50;K;M0;K;ML2;[0[20[2b200b20[0[b2b2p200q2b2r;[00b2rp;[000b2p00qb2rp;[p20b0[20[2b200b20[0[b2b2p20bq2o00b00q20b2pglL2HI8;;500N2;[0r;[0rp;[0rp;[p20b00bq2o00b00b2pglL2HI8;;500N2;[0r;[0rp;[0rp;[p20b000b2p20bq2o00b00q20b2pglL2HI8;;500N2;]0r;]0rp;]0rpo;[0r;[0rp;[0rp;]p20b00bpglL2HI8;;500N2;]0r;]0rp;]0rpo00b00bpglL2HI8;;500N2;]0r;]0rp;]0rpo;]0r;]0rp;]0rp;]p00bpglL2HI8;;500N2HI80;M>+000[0[b20b0[0[b20bhlL2N10;I2080080;I0800800;L;OI2;I20800800;L;OI2;I0800800;P;L;OI2;I20800800;P;L;OI2;I0800800;P;L;OI2;I20800800;P;L;OI2;I0800800;P;L;OI100;P;L;OI1*))0)",
  compiled: null,
};
