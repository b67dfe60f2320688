import { lengthOf } from "../../numerics/portable-math.ts";
import { checkDepth } from "../budget.ts";
import { type GltfDocument, note } from "./document.ts";
import { isMissing, items, type Json, member, numbers, placeOf, reference, refuse } from "./json.ts";
import { compose, multiply, REST, type Trs } from "./transform.ts";

/** The properties of a node that an animation sets; the others stay as in the file. */
export type NodeChange = Partial<Trs> & { weights?: ArrayLike<number> };

export interface Hierarchy {
  children: number[][];
  roots: number[];
  /** From each node to world space. */
  toWorld: Float64Array[];
}

const FARTHEST_FROM_UNIT = 1e-3;

/** Checks that the nodes form trees, and multiplies their transforms from the roots down. */
export function readHierarchy(document: GltfDocument, changes: Map<number, NodeChange>): Hierarchy {
  const { nodes } = document;
  const parents = new Int32Array(nodes.length).fill(-1);
  const children = nodes.map((node, index) =>
    items(member(node, "children")).map((child) => {
      const number = reference(child, nodes, "node");
      if (parents[number] !== -1)
        refuse(child, `node ${number} is already a child of node ${parents[number]}`);
      parents[number] = index;
      return number;
    }),
  );
  const roots = nodes.map((_, index) => index).filter((index) => parents[index] === -1);
  const toWorld: Float64Array[] = new Array(nodes.length);
  const depths = new Uint32Array(nodes.length);
  const queue = [...roots];
  for (let at = 0; at < queue.length; at++) {
    const index = queue[at];
    depths[index] = parents[index] === -1 ? 1 : depths[parents[index]] + 1;
    checkDepth(document.budget, depths[index], placeOf(nodes[index]));
    const toParent = readTransform(document, nodes[index], changes.get(index));
    toWorld[index] = parents[index] === -1 ? toParent : multiply(toWorld[parents[index]], toParent);
    if (!toWorld[index].every(Number.isFinite))
      refuse(nodes[index], "its transform to world space is not finite");
    for (const child of children[index]) queue.push(child);
  }
  // Each node has at most one parent, so a node that no root leads to is part of a cycle.
  if (queue.length < nodes.length)
    refuse(
      nodes[nodes.findIndex((_, index) => toWorld[index] === undefined)],
      "the node is its own ancestor",
    );
  return { children, roots, toWorld };
}

function readTransform(document: GltfDocument, node: Json, change: NodeChange | undefined): Float64Array {
  const matrix = numbers(member(node, "matrix"), 16);
  if (matrix !== null) {
    const json = member(node, "matrix");
    if (matrix[3] !== 0 || matrix[7] !== 0 || matrix[11] !== 0 || matrix[15] !== 1)
      refuse(json, "not affine, its last row must be 0 0 0 1");
    if (change?.translation || change?.rotation || change?.scale)
      refuse(json, "a node with a matrix cannot be animated");
    return Float64Array.from(matrix);
  }
  const rotation = numbers(member(node, "rotation"), 4);
  if (rotation !== null && Math.abs(lengthOf(rotation) - 1) > FARTHEST_FROM_UNIT)
    note(document, member(node, "rotation"), "not of length 1, which makes it more than a rotation");
  return compose({
    translation: change?.translation ?? numbers(member(node, "translation"), 3) ?? REST.translation,
    rotation: change?.rotation ?? rotation ?? REST.rotation,
    scale: change?.scale ?? numbers(member(node, "scale"), 3) ?? REST.scale,
  });
}

/** The nodes of the scene to read, parents before children, in file order. */
export function nodesOfScene(document: GltfDocument, { children, roots }: Hierarchy): number[] {
  const stack = rootsOfScene(document, roots).reverse();
  const order: number[] = [];
  while (stack.length > 0) {
    const node = stack.pop()!;
    order.push(node);
    for (let i = children[node].length - 1; i >= 0; i--) stack.push(children[node][i]);
  }
  return order;
}

/** The roots of the default scene, otherwise of the first, otherwise of the whole file. */
function rootsOfScene({ root, nodes }: GltfDocument, roots: number[]): number[] {
  const scenes = items(member(root, "scenes"));
  const scene = member(root, "scene");
  if (!isMissing(scene)) reference(scene, scenes, "scene");
  const chosen = scenes[isMissing(scene) ? 0 : (scene.value as number)];
  if (chosen === undefined) return [...roots];
  const left = new Set(roots);
  return items(member(chosen, "nodes")).map((json) => {
    const node = reference(json, nodes, "node");
    if (!left.delete(node)) refuse(json, `node ${node} is listed twice, or is a child of another node`);
    return node;
  });
}
