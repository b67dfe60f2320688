/** The users of each vertex v, such as leaves or triangles: users[starts[v]] … users[starts[v + 1] − 1], ascending, each once. */
export interface VertexUsers {
  readonly starts: Uint32Array;
  readonly users: Uint32Array;
}

/**
 * Lists the users of each vertex. `corners` has three vertex numbers per slot. `userOf` gives the user of each slot, in ascending order. Takes 4
 * bytes per vertex, and 4 for each vertex of each user.
 */
export function listVertexUsers(
  corners: ArrayLike<number>,
  vertexCount: number,
  userOf: ArrayLike<number>,
): VertexUsers {
  const slots = corners.length / 3;
  const starts = new Uint32Array(vertexCount + 2);
  const lastUsers = new Int32Array(vertexCount).fill(-1);
  // The users of v are counted at v + 2 and summed; filling `users` then moves each start to its place.
  for (let slot = 0; slot < slots; slot++) {
    const user = userOf[slot];
    for (let c = 3 * slot; c < 3 * slot + 3; c++) {
      const v = corners[c];
      if (lastUsers[v] === user) continue;
      lastUsers[v] = user;
      starts[v + 2]++;
    }
  }
  for (let v = 2; v < vertexCount + 2; v++) starts[v] += starts[v - 1];
  const users = new Uint32Array(starts[vertexCount + 1]);
  lastUsers.fill(-1);
  for (let slot = 0; slot < slots; slot++) {
    const user = userOf[slot];
    for (let c = 3 * slot; c < 3 * slot + 3; c++) {
      const v = corners[c];
      if (lastUsers[v] === user) continue;
      lastUsers[v] = user;
      users[starts[v + 1]++] = user;
    }
  }
  return { starts, users };
}
