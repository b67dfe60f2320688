// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.

/** The opcodes that the modules use, the most frequent first: see scripts/encode-kernels.mjs. */
export const OPCODES =
  "-,-(-(P1(1G.G(((1[6([G((P(P(..(((((((G.1 GGGJ(GG.(GGG1JGG((G(J(G((.-G1(GG(.((-(G(J(G(GGG((GGGG(((G(0G(G(P1GGGG(1((G((((G(GGV(GG(GGGJG(,GG(((GGGGGJ((((((((11GGGGG~DgF|7E. L|rO}_&}]|B|q|pZ0j|?/}^?|9.(,|1/%|ik|8l|@|Dnx3^ }e}XjE|0}j}k0|A}lv|tNC}dtp27t?}2}f|s}.#G}q]m}-}(|j}vo>H|6i|.@ }a|ua}pp|3|2}Yw} }:|C|d|+[|bis}-k|o-_}#}/6|+|5Qq|*|,r|4u|,}[|/or|(|g}Ny|t|S|q}gFl|whgq} s|-|1|2|{}!};A|K|T|V|Z})}/}4}6M[45}F}ru";
