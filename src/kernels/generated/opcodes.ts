// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.

/** The opcodes that the modules use, the most frequent first: see scripts/encode-kernels.mjs. */
export const OPCODES =
  "-,-(-(1P1(G.G((1(C6(G[((P(.P.((((1(G.( (G(G(.GJGGGGJ(G1GG((G((J(G(.1(-G.GG(((((-(G(GJG(G(GG((G(GG(GG(0G(P(1((GGGG1G((((GGGG(GV((GGGGGJG(,G(((GGGGJ(((((((((11GGGGG~DgF|7E.L O|r}_&}]|B|qZ|p0j|?}^/?|9.(/,%|1|i|8k^l}e3n |@}X|Dx|00jE}j}k}dvC|A}lN|tt2p7t|s?}2}f}.#]mG}q}v}-}(>|j|. oH|u}a|6i@a|3p|2}p}Y|C|+w|o} }:|d[k|bis}--|5_q|*}#}/6|+Q|,ru|,|4}[goy|/r|(|g|t}Nl|S|q}gFq|wh};} s|-|1|2|{}!A|K|T|V|Z|l})}/}4}6M[45}F}ru";
