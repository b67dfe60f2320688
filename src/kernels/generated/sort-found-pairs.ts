// Made by `npm run kernels`. Do not edit: change src/kernels/assembly/ and run it again.
import type { KernelModule } from "../load-kernels.ts";

/** The compiler, and SHA-256 of the sources. */
export const MADE_OF = {
  compiler: "assemblyscript 0.28.20",
  sources: "e44ed600f58803fee2582b87307f6cbb46c9cde80dd3bc2a879d26a2944fbb4f",
};

export const KERNELS: KernelModule = {
  text: "k |.|A|:!   !*!|-#|M|M!|M#2!%|2|;|D)|:|2|:|=|@|G#  %#! *5!1|A|=|@|Bl|=|C|;|1v|.|6|@|A  -}&%!}!%#(|M%|L~                                                                ~   3DT         ~%+D}X e}y!|N}r%|N|N&f}y!#|N}r%++|N}r%|N|N&&}y!#|N}r%+++~!( ! + ## (*#+*##&&*&+######## ## (#+%%##!#%%%)%##)#%% ## (#,+%),%)##! ! && ~ff!fffff!ff!ff!ff!!~ 0;O20I10| 101%000IA&00| 0|9|810;I1*));1%0;A&00;L|F2|;|E;L&;1%0;A&0a_0a_0a_0a_0;J1*))01%000IA&0| 0|;|E;L;O;I205;I80;I1*))01;1%0;A&05100800I10;I1*))01%000IA&0| 20|;|E;L;O;I2520|#00;I80;I1*))0011)0;I1*))0)",
  compiled: null,
};
