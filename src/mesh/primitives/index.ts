export { type BoxOptions, createBox } from "./box.ts";
export { type CapsuleOptions, createCapsule } from "./capsule.ts";
export { type CylinderOptions, createCylinder } from "./cylinder.ts";
export {
  createDentedEllipsoid,
  createEllipsoid,
  type DentedEllipsoidOptions,
  type EllipsoidOptions,
} from "./ellipsoid.ts";
export { createIcosphere, type IcosphereOptions } from "./icosphere.ts";
export { createGrid46080, createLattice, type LatticeOptions } from "./lattice.ts";
export { createPlaneGrid, type PlaneGridOptions } from "./plane-grid.ts";
export { createSpacecraft, type SpacecraftOptions } from "./spacecraft.ts";
export { createSphere, type SphereOptions } from "./sphere.ts";
export { createTorus, type TorusOptions } from "./torus.ts";
export { createTorusKnot, type TorusKnotOptions } from "./torus-knot.ts";
