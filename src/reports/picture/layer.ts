/** A depth buffer with the triangle that is seen in each pixel. Rows go from the top. */
export interface Layer {
  width: number;
  height: number;
  /** 1 / distance along the view; 0 where nothing is. It is linear on the screen, so planes stay planes. */
  nearness: Float32Array;
  /** The number of the face in `faces`; 0 where nothing is. */
  face: Uint32Array;
  /** Face 0 is the background. */
  faceCount: number;
  faces: Float32Array;
}

// face: normal x y z, towards the eye | owner, 0 for the background | light, of `shade`      5 × f32
export const FACE_STRIDE = 5;
export const FACE_OWNER = 3;
export const FACE_LIGHT = 4;

export function createLayer(width: number, height: number): Layer {
  const pixels = width * height;
  return {
    width,
    height,
    nearness: new Float32Array(pixels),
    face: new Uint32Array(pixels),
    faceCount: 1,
    faces: new Float32Array(FACE_STRIDE * 1024),
  };
}

export function clearLayer(layer: Layer): void {
  if (layer.faceCount === 1) return; // nothing was drawn
  layer.nearness.fill(0);
  layer.face.fill(0);
  layer.faceCount = 1;
}

/** The number of a new face. */
export function addFace(layer: Layer, owner: number, x: number, y: number, z: number): number {
  const at = FACE_STRIDE * layer.faceCount;
  if (at === layer.faces.length) {
    const larger = new Float32Array(2 * layer.faces.length);
    larger.set(layer.faces);
    layer.faces = larger;
  }
  const { faces } = layer;
  faces[at] = x;
  faces[at + 1] = y;
  faces[at + 2] = z;
  faces[at + FACE_OWNER] = owner;
  return layer.faceCount++;
}
