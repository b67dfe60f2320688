// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelBytes } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "4d641a9527aa7e9821286dece1ea7bf141a21289f7c5577df5ecc9bd5a61d433",
};

export const KERNELS: KernelBytes =
  " }-}@}9!   !+!},%}L}L}L!}L#2!%}1}:}C)}9}1}9};}?}F#  %#! *1!-}0}1}@}/}1}:}0x}-}F  -~7-!~4-%5}H2}L#}Jg ~u,# E+g&~u,# E,g+~u,# E&g7~u,# E-g;~u,# E.g@~u,# E(gL~u,# E/gP~u,# E0gT~u,# E)g/L# E?g3L# E@gDL# EAgHL# EBgXL# ECg]L# EDg~h ~u,# ~u~W!E*g~d ~u,# E%g}Q!L# E:%fD:&fD:g+}7F:N#}QDD%~uC }*0!D:L#}MDE8%fD8g t&f#fD*D?D D8}6FE}6~u & D+~u~[!D&~u~]!~u~c!DADE}6~u & D-~u~[!D(~u~]!~u~c!DCDE}6~u & D/~u~[!D)~u~]!~u~c!E1D=DEL#}=}6E=D1D%D@DE}6~u & D,~u~[!D&~u~]!~u~b!DBDE}6~u & D.~u~[!D(~u~]!~u~b!DDDE}6~u & D0~u~[!D)~u~]!~u~b!~uk~u}s!F9k0 D9}4g#}AE8D9D9g!}7}>F9&fg}^!D1~u.& D8N#}^!EH%fD9}4g#}AFFN#}^!FIDH})EGD:DED8DFDG?}6L#},Z#}MDD:DHDIDG?]#}QDD:g+}6E:DFD8DG?E8DIDHDG?EHD9D9g!}7}>F90 ..D8DE}6L#},E8/#...D8g t0!D8g}L}@F8g2}>g!}6F9D>}6E>D8g&}BFEE8%fD8D9DE}6n&f#fgb~u,# D#D8g/}8D!}6FFL# g/}8}6~u & F1D#DFL#&g/}8}6~u & F2~u0 !#%3456&()*789:F3D#DFL#+g/}8}6~u & F4~u0 !#%&()*34563456F5~u~]!g~5 ~u,# D3D4~u0+,-./012789:789:F3~u~]!~u~Z!g~9 ~u,# D1D2~u0+,-.;=>?/012@ABCD4~u0 !#%&()*;=>?;=>?F2~u~]!g~> ~u,# ~u~Z!~u~Z!F4g~B ~u,# D5~u~]!g~F ~u,# D3~u~]!~u~Z!g~J ~u,# D2~u~]!g~N ~u,# ~u~Z!~u~Z!F1D1~u0&()*+,-. !#% !#%~u~]!D4D4~u0&()*+,-. !#% !#%D1~u~]!~u~[!F6g~h ~u,# F7D4~u~V!D1~u~V!~u~Z!F1D1D1~u0&()*+,-. !#% !#%~u~Z!~u~]!F1~uj~u}s!g*}>FFg mD6D1~u~W!~ui~u}s!g*}>FGg m}>0 DFg~p L# lDGg~t L# l}?0 g~R ~u,# D5~u~]!g~V ~u,# D3~u~]!~u~Z!g~Z ~u,# D2~u~]!g~_ ~u,# ~u~Z!~u~Z!F1D1~u0&()*+,-. !#% !#%E2D1D2~u~c!D1D1~u0+,-. !#%&()*&()*F3~u~c!D7~u~Z!E4D1D2~u~b!D3~u~b!D7~u~[!~uC FHD%~uC }+D4~uC D*~uC },}>k0 D;D8Z#}M}M&D;DH]#}Q}M&D;g+}6E;D%D4~u~b!D%g}M!L# DFg*lDGg*l}?g~l N# DH}+}>}>?E%.D8g!}6E8/!..D;gDt&fg}Q!D:Z# g}U!g}U!L# D=}6Z# g}Y!g}Y!L# D>}6Z# g~d D%~uC ]# D;g}L}@2./!..g}Q!D:Z# g}U!g}U!L# D=}6Z# g}Y!g}Y!L# D>}6Z# g~d D%~uC ]# D;.";
