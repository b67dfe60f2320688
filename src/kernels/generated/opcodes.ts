// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.

/** The opcodes that the modules use, the most frequent first: see scripts/encode-kernels.mjs. */
export const OPCODES =
  "-,-(-(1P1(.GG(1((C6G([((P..(P(((G((1.( (.GG(G(JGGGG(G1G(GJ((G((JG(.(G1(-G.G((((-G((GGGJG(G((PVGG(G(G(G(GG(0G1GG(1(((GG(((((GGG(GG(GGGGGJ(11,G((GGGGJ(((((((((GGGGG~DgF|7E.L O|r&}_}]|BZ|p|q0j}^|?/?|9./%(,|1|i|8}elk^3n |@0}d}X|Dx|0E}j}kjv|AtN}l2|tCpt7|sm?}f}2#}.}q]>G}(}v}-|j o|.H|,|6|u}ai}p@p|3a|2|C-|(} }Y|+w|o}:|d|+}-[k|bisQ}#o|5_qs|*}/6ru|,|4|t}[gy|/qr|g}Nl|S|q}gF|wM[h};} |-|1|2|{}!A|K|T|V|Z|l})}/}4}645}F}ru";
