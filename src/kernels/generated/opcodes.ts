// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.

/** The opcodes that the modules use, the most frequent first: see scripts/encode-kernels.mjs. */
export const OPCODES =
  "-,-(-(GPG11(.(([(1G([P(P(6..(((G(((G(G1 (.(GG((JGGJ1G.((-(1((GG(.-G((J(.G(G(((GVGGG((G((GGG((0GGGGG(G((((((G((GGGGG(((GGG1GGGJJG((,G(1(GGGGGGJ((((((((11(GGGGGG~DgF|7E.}_ }]LO|r&|B|q0|pZ}^|?/,|9.?j%/(|inx|8|Dl}e|1}X^ |@3|0j}d|AkCvt?N|t0p}.Gt]2}2}(}-m}vHi|uo@ #}a|6a|j|s|.} |(}Y}kw|b|+}#|d}-ks|+|2|3i[|,}/6}j|*}f>qr|5|C|op|4|/}[}loqyu|,|g}N}qrQ|S|q7EFl|t|whg} _s|1|2|{}!}:}pA|K|T|V|Z})}/}4}6M[|-45}F}g}ru";
