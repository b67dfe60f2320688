import * as batch from "../../src/kernels/generated/batch.ts";
import * as broadphase from "../../src/kernels/generated/broadphase.ts";
import * as convex from "../../src/kernels/generated/convex.ts";
import * as cover from "../../src/kernels/generated/cover.ts";
import * as depth from "../../src/kernels/generated/depth.ts";
import * as distance from "../../src/kernels/generated/distance.ts";
import * as fits from "../../src/kernels/generated/fits.ts";
import * as impact from "../../src/kernels/generated/impact.ts";
import * as leafPairs from "../../src/kernels/generated/leaf-pairs.ts";
import * as manifold from "../../src/kernels/generated/manifold.ts";
import * as near from "../../src/kernels/generated/near.ts";
import * as pairs from "../../src/kernels/generated/pairs.ts";
import * as rays from "../../src/kernels/generated/rays.ts";
import * as self from "../../src/kernels/generated/self.ts";
import * as sortFoundPairs from "../../src/kernels/generated/sort-found-pairs.ts";
import * as sweeps from "../../src/kernels/generated/sweeps.ts";
import * as trees from "../../src/kernels/generated/trees.ts";

/** All generated modules, in the order of scripts/build-kernels.mjs: ranks of opcodes depend on it. */
export const GENERATED = [
  batch,
  broadphase,
  convex,
  cover,
  depth,
  distance,
  fits,
  impact,
  leafPairs,
  manifold,
  near,
  pairs,
  rays,
  self,
  sortFoundPairs,
  sweeps,
  trees,
];
