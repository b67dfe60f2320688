// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.

/** The opcodes that the modules use, the most frequent first: see scripts/encode-kernels.mjs. */
export const OPCODES =
  "-,-(-(1P1(.G(G(1(C6(([G(P(.(.P(((1(.(( (G(GGGJG.GG(GG1(JG(GG((J(G(.-(G1.GG(((((-((GJGG(G(GG(G(GG((G(0G(GP1(GGGG(1(G((((GG(GGV((GGGGJGG(,GG(((GGGGJ(((((((((11GGGGG~DgF|7E.L O|r&}_|B}]|qZ|p0j|??/}^|9.(/|1%,|i|8k^l3n|@ |Dx|0}e}XjE}j0}k}l|Av|tN2C}dpt7|st?}2}f}.#Gm}q]}v}-}(>|j|. oH|u|6i@}aa|3p|2}p}Y|Cw|o} }:|d|+[|bis}-k-_q}#}/6|+|5Q|*|,ru|4|,}[o|/ry|(|g|t}N|S|q}gFlq|wh};g} s|-|1|2|{}!A|K|T|V|Z|l})}/}4}6M[45}F}ru";
