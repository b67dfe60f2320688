// What the HTML report carries for its page: JSON with the report and a table of contents, and one block of bytes with
// the numbers. `pack-scene.ts` writes it, `viewer/src/data/` reads it.
/** The marked place of the template, where the data goes. */
export const DATA_MARK = "<!--abut:data-->";
/** Ids of the two elements that hold the data: base64 of gzip. */
export const JSON_ID = "abut-json";
export const BYTES_ID = "abut-bytes";
export const MATRIX_LENGTH = 12;
/** Meshes with more vertices have wide indices. */
export const NARROW_VERTICES = 65536;
