// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.

/** The opcodes that the modules use, the most frequent first: see scripts/encode-kernels.mjs. */
export const OPCODES =
  "-,-(-(P11(.G(G((1[6((G[(P(.(P.(((1.((( (G(GGGJG.GG(GG1(JG(GG((J(G(.-G1(G.G(((((-(G(JGG(G(GG((GGG((G(0G(GP1GGGG(1((G((((GG(GGV((GGGGJGG(,GG(((GGGGJ(((((((((11GGGGG~DgF|7E. LO|r&}_|B}]|q|pZ0j|??}^/|9.(/|1,%|ik|8^3ln|@ |Dx|0}e}XjE}j0}k}l|Av|tN2C}dpt7|st?}2}f}.#G}q]m}-}v}(>|j|. oH|6i|u@}aa|3p|2}p}Y|C|ow} }:|d|+[|bis}-k-_}#}/6|+|5Qq|*|,r|4u|,}[o|/ry|(|g|t}N|S|q}gFlq|wh};g} s|-|1|2|{}!A|K|T|V|Z|l})}/}4}6M[45}F}ru";
