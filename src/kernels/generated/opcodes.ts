// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.

/** The opcodes that the modules use, the most frequent first: see scripts/encode-kernels.mjs. */
export const OPCODES =
  "-,-(-(P11(G.G(((1[6(G[((P(P(..(((.(1(((G GG(GJG.G(GGG1JG(G(G(J((G(.-G1(G.G(((((-(GJG(G(GG(GGGG(((G(0G((GP1GGGG(1((G((((G(GGV(GG(GGGJG(,GG(((GGGGGJ((((((((11GGGGG~DgF|7E. LO|r}_&}]|B|q|pZ0j|?}^/?|9.(,|1/%|ik|83l^|@n|Dx }e}X|0jE}j0}k|A}lv|tNC}d2tp7t?|s}2}f}.#G}q]m}-}v}(|j|.> oH|6i@}a|ua|3}pp|2}Yw} }:|C|d|+[|bis|o}-k-_}#}/6|+|5Qq|*|,r|4u|,}[|/or|(|g}Ny|t|S|q}gFl|whgq} s|-|1|2|{}!};A|K|T|V|Z})}/}4}6M[45}F}ru";
