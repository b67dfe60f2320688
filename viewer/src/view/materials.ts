import { type Color, DoubleSide, MeshLambertMaterial } from "three";

/** Facets as they are: the triangles are what was checked. Both sides, because meshes may be open or mirrored. */
export function solidMaterial(colour?: Color): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ side: DoubleSide, flatShading: true });
  if (colour !== undefined) material.color.copy(colour);
  return material;
}

/** See-through, denser where the surface turns away from the eye, as in an X-ray: outlines stay readable. */
export function xrayMaterial(colour: Color, face: number, rim: number): MeshLambertMaterial {
  const material = solidMaterial(colour);
  material.transparent = true;
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <opaque_fragment>",
      `float away = 1.0 - abs(dot(normal, normalize(vViewPosition)));
       diffuseColor.a *= mix(${face.toFixed(3)}, ${rim.toFixed(3)}, away * away);
       #include <opaque_fragment>`,
    );
  };
  material.customProgramCacheKey = () => `xray ${face} ${rim}`;
  return material;
}
