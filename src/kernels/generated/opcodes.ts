// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.

/** The opcodes that the modules use: see scripts/encode-kernels.mjs. */
export const OPCODES =
  " (...((..(.((-----111111,6((((((((((((((((((((((((((((.PPPP[CGJJJGGGGGGGGGGGGGGGGGGGGG1111,0((((((((((((((((((((((((((((((((((((GGGJJJGGGGGGGGGGGGGGGGVVGGGGGGGGGGGGGGGGGGG~  #!!!)!!#!-!(!!!!&#!.#!+%!!!!!!&6#!(!!!(!!!#G!)!!!#5&g&,!!!!**&#G-##0k0(N&!!!%!!&!!&!V&-%+!+!!#1!!!#%!!!0+*!!!!&)#%(%(%(!(&#(!!x!!,!(8##)##!!#!!!!###*!%)!D@#+!!!-.!-+.#-0";
