// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "28b40604440e14af1fff606d8bf7d7cb1a3d6c966f2f2789240a5cdc3c7032de",
};

export const KERNELS: KernelModule = {
  text: "|& |.|A|:!   !.!|-)|M|M|M|M|M|M!|M#G#%|2|;|D0|;|2|F|By|C|@|D|6|D|=|@|A  %|2|;|D)|:|2|:|=|@|G#  %#! *4!0|;|2|F|B{|;|1|2|0|6|1|2|1 !-}6%!}3%!(|M~      }je              }je        ~# # # # & & & & % % # # #  |N|N/# ~}L!}H!}H! }P!*|N|N+*|N|N- |N!|N7|N83 & % #%|N7!!! }D!& % #%|N8!!!!};!( ! |N|N&   !}H! ~,++,++-+*))))-))*))**))*))*))**)*)*))*))*))** !#%&()))+)++,~ffff!|Mffff&!!|Mffff&!! |M|Mf!~K!,&!,&>  B/! 4! !,;!0!%& !0!%&!&> !B/ !%  %*: !%  %*: !%&?((!&m> !B/!&> !B/! !0 %!0!%-==  F;|:Y|2 !%&?(( !%&?((!(R&!&! m> !B/!&> !B/! !0 %!0!%-==  F;|:Y|2 !%&?(( !%&?((!(R!0%4!!4      M#!B/!@ !Z/!,!B@!((/ a(  !Z|S !%&?((! 4!(",
  compiled: null,
};
