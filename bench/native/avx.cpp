// A reference for pair queries: f32 and AVX2, 8 lanes, without error bounds or an exact stage. Pairs are not sorted.
//
//   avx-bench <tree> <poses> <all-pairs> <rounds>
//
// tree: u32 nodes, u32 slots; the nodes of an AABB tree of abut (src/trees/layout.ts); then three corners for each slot, 9 × f32.
// poses: f64, 16 each, column-major, rigid: of a second copy. `all-pairs` is how many of the poses are asked for all pairs. Prints JSON:
// hits and pairs, and medians over the rounds in microseconds of processor time a query.
//
// The binary tree is collapsed to nodes of four children, centres and half extents side by side. A step tests the four children of a's node
// against the four of b's, two of b's at a time: 8 lanes. Triangles are tested two leaf pairs at a time, 2 × 2 triangles each: the planes
// first, then Möller's intervals on the line in which the planes meet.
#if !defined(__AVX2__) || !defined(__FMA__)
#error this machine has no AVX2
#endif
#include <immintrin.h>

#include <cmath>
#include <cstdint>

#include "measure.h"

using f8 = __m256;
using f4 = __m128;

// ── The tree ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A node of abut's tree. link < 0: a leaf with the slots ~link … ~link + count − 1. */
struct Binary {
  float min[3], max[3];
  int32_t link, count;
};

/** Four boxes, and what is in them: child ≥ 0 is a node, ~child a leaf. Unused boxes overlap nothing. */
struct alignas(64) Node {
  float centre[3][4], half[3][4];
  int32_t child[4];
  int32_t unused[4];
};

/** One or two triangles: corner 0, the two edges from it, the normal. A single triangle stands in for both. Then the box of the leaf. */
struct alignas(64) Leaf {
  float corner[3][2], edge1[3][2], edge2[3][2], normal[3][2];
  int32_t slot[2];
  float centre[3], half[3];
};

struct Tree {
  std::vector<Node> nodes;
  std::vector<Leaf> leaves;
  int32_t root;
};

static float areaOf(const Binary& node) {
  const float x = node.max[0] - node.min[0], y = node.max[1] - node.min[1], z = node.max[2] - node.min[2];
  return x * y + y * z + z * x;
}

static int32_t addLeaf(Tree& tree, const Binary& node, const std::vector<float>& corners) {
  Leaf leaf{};
  if (node.count > 2) fail("a leaf has more than two triangles");
  for (int k = 0; k < 2; k++) {
    const int32_t slot = ~node.link + std::min(k, node.count - 1);
    leaf.slot[k] = slot;
    float edges[2][3];
    for (int axis = 0; axis < 3; axis++) {
      const float* corner = &corners[9 * size_t(slot) + axis];
      leaf.corner[axis][k] = corner[0];
      leaf.edge1[axis][k] = edges[0][axis] = corner[3] - corner[0];
      leaf.edge2[axis][k] = edges[1][axis] = corner[6] - corner[0];
    }
    for (int axis = 0; axis < 3; axis++) {
      const int y = (axis + 1) % 3, z = (axis + 2) % 3;
      leaf.normal[axis][k] = edges[0][y] * edges[1][z] - edges[0][z] * edges[1][y];
    }
  }
  for (int axis = 0; axis < 3; axis++) {
    leaf.centre[axis] = 0.5f * (node.min[axis] + node.max[axis]);
    leaf.half[axis] = 0.5f * (node.max[axis] - node.min[axis]);
  }
  tree.leaves.push_back(leaf);
  return ~int32_t(tree.leaves.size() - 1);
}

/** Adds the subtree of a node: of its descendants the one with the largest box is replaced by its children until there are four. */
static int32_t addNode(Tree& tree, const std::vector<Binary>& nodes, int32_t at, const std::vector<float>& corners) {
  if (nodes[at].link < 0) return addLeaf(tree, nodes[at], corners);
  std::vector<int32_t> children{nodes[at].link, nodes[at].link + 1};
  while (children.size() < 4) {
    int largest = -1;
    for (size_t k = 0; k < children.size(); k++)
      if (nodes[children[k]].link >= 0 && (largest < 0 || areaOf(nodes[children[k]]) > areaOf(nodes[children[largest]]))) largest = int(k);
    if (largest < 0) break;
    const int32_t link = nodes[children[largest]].link;
    children[largest] = link;
    children.insert(children.begin() + largest + 1, link + 1);
  }
  const size_t index = tree.nodes.size();
  tree.nodes.emplace_back();
  for (size_t k = 0; k < 4; k++) {
    const bool isUsed = k < children.size();
    const int32_t child = isUsed ? addNode(tree, nodes, children[k], corners) : 0;
    Node& node = tree.nodes[index];
    node.child[k] = child;
    for (int axis = 0; axis < 3; axis++) {
      const Binary& box = nodes[children[isUsed ? k : 0]];
      node.centre[axis][k] = isUsed ? 0.5f * (box.min[axis] + box.max[axis]) : 0;
      node.half[axis][k] = isUsed ? 0.5f * (box.max[axis] - box.min[axis]) : -1e30f;
    }
  }
  return int32_t(index);
}

static Tree readTree(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const auto counts = readAll<uint32_t>(file, 2);
  const auto nodes = readAll<Binary>(file, counts[0]);
  const auto corners = readAll<float>(file, 9 * size_t(counts[1]));
  Tree tree;
  tree.root = addNode(tree, nodes, 0, corners);
  if (tree.root < 0) fail("the tree is a single leaf");
  return tree;
}

// ── Poses ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** From b's space to a's: a row of the matrix for each axis of a. */
struct Pose {
  float m[3][3], abs[3][3], offset[3];
};

static std::vector<Pose> posesOf(const std::vector<double>& numbers) {
  std::vector<Pose> poses(numbers.size() / 16);
  for (size_t i = 0; i < poses.size(); i++)
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++) {
        poses[i].m[row][column] = float(numbers[16 * i + 4 * column + row]);
        poses[i].abs[row][column] = std::fabs(poses[i].m[row][column]);
      }
      poses[i].offset[row] = float(numbers[16 * i + 12 + row]);
    }
  return poses;
}

// ── Vectors ─────────────────────────────────────────────────────────────────────────────────────────────────────────

static inline f8 absolute(f8 a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
static inline f8 greater(f8 a, f8 b) { return _mm256_cmp_ps(a, b, _CMP_GT_OQ); }
static inline f8 dot(f8 ux, f8 uy, f8 uz, f8 vx, f8 vy, f8 vz) {
  return _mm256_fmadd_ps(ux, vx, _mm256_fmadd_ps(uy, vy, _mm256_mul_ps(uz, vz)));
}
static inline f8 cross(f8 uy, f8 vz, f8 uz, f8 vy) { return _mm256_fmsub_ps(uy, vz, _mm256_mul_ps(uz, vy)); }
static inline f4 row4(const float* m, f4 x, f4 y, f4 z) {
  return _mm_fmadd_ps(_mm_set1_ps(m[0]), x, _mm_fmadd_ps(_mm_set1_ps(m[1]), y, _mm_mul_ps(_mm_set1_ps(m[2]), z)));
}
/** Lanes 0 and 1 four times each, or 2 and 3. */
static inline f8 spread(f4 a, int pair) {
  const __m256i first = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1), last = _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3);
  return _mm256_permutevar8x32_ps(_mm256_castps128_ps256(a), pair ? last : first);
}
static inline f8 twice(const float* four) { return _mm256_broadcast_ps(reinterpret_cast<const f4*>(four)); }

/** For each mask of 8 lanes, the numbers of the lanes in it. */
static struct Lanes {
  alignas(32) int32_t of[256][8];
  Lanes() {
    for (int mask = 0; mask < 256; mask++) {
      int count = 0;
      for (int lane = 0; lane < 8; lane++) of[mask][lane] = 0;
      for (int lane = 0; lane < 8; lane++)
        if (mask >> lane & 1) of[mask][count++] = lane;
    }
  }
} lanes;

/** Writes the lanes of the mask; eight numbers are overwritten in any case. */
static inline void putLanes(int32_t* to, __m256i values, int mask) {
  const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.of[mask]));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(values, order));
}

// ── Boxes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Eight box pairs: which overlap, by the axes of both frames, and how deeply on a's axes. */
struct Overlap {
  int mask;
  f8 depth;
};

template <bool WITH_DEPTH>
static inline Overlap overlapOf(const Pose& pose, const f8 centreA[3], const f8 halfA[3], const f8 reachA[3], const f8 centreB[3],
                                const f8 reachB[3], const f8 halfB[3]) {
  f8 offset[3], apart = _mm256_setzero_ps(), depth = _mm256_set1_ps(1), total = depth;
  for (int axis = 0; axis < 3; axis++) {
    offset[axis] = _mm256_sub_ps(centreB[axis], centreA[axis]);
    const f8 reach = _mm256_add_ps(reachB[axis], halfA[axis]);
    apart = _mm256_or_ps(apart, greater(absolute(offset[axis]), reach));
    if (WITH_DEPTH) {
      depth = _mm256_mul_ps(depth, _mm256_sub_ps(reach, absolute(offset[axis])));
      total = _mm256_mul_ps(total, reach);
    }
  }
  for (int axis = 0; axis < 3; axis++) {
    const f8 along = dot(_mm256_set1_ps(pose.m[0][axis]), _mm256_set1_ps(pose.m[1][axis]), _mm256_set1_ps(pose.m[2][axis]), offset[0],
                         offset[1], offset[2]);
    apart = _mm256_or_ps(apart, greater(absolute(along), _mm256_add_ps(reachA[axis], halfB[axis])));
  }
  return {_mm256_movemask_ps(apart) ^ 255, WITH_DEPTH ? _mm256_div_ps(depth, total) : depth};
}

/**
 * The boxes in a node of a, or the box of a leaf, against those in a node of b, or of a leaf: calls put(mask, children of a, of b,
 * how deeply) for each eight lanes.
 */
template <bool WITH_DEPTH, typename Put>
static inline void testBoxes(const Tree& a, const Tree& b, const Pose& pose, int32_t atA, int32_t atB, Put put) {
  f8 centreA[3], halfA[3], reachA[3];
  f4 centre[3], half[3], moved[3], reach[3];
  __m256i childrenA;
  __m128i childrenB;
  int usedA = 255, rounds = 2;
  if (atA >= 0) {
    for (int axis = 0; axis < 3; axis++) centreA[axis] = twice(a.nodes[atA].centre[axis]), halfA[axis] = twice(a.nodes[atA].half[axis]);
    childrenA = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(a.nodes[atA].child)));
  } else {
    const Leaf& leaf = a.leaves[~atA];
    for (int axis = 0; axis < 3; axis++) centreA[axis] = _mm256_set1_ps(leaf.centre[axis]), halfA[axis] = _mm256_set1_ps(leaf.half[axis]);
    childrenA = _mm256_set1_epi32(atA);
    usedA = 0b00010001;
  }
  if (atB >= 0) {
    for (int axis = 0; axis < 3; axis++) centre[axis] = _mm_load_ps(b.nodes[atB].centre[axis]), half[axis] = _mm_load_ps(b.nodes[atB].half[axis]);
    childrenB = _mm_load_si128(reinterpret_cast<const __m128i*>(b.nodes[atB].child));
  } else {
    const Leaf& leaf = b.leaves[~atB];
    for (int axis = 0; axis < 3; axis++) centre[axis] = _mm_set1_ps(leaf.centre[axis]), half[axis] = _mm_set1_ps(leaf.half[axis]);
    childrenB = _mm_set1_epi32(atB);
    usedA &= 0b00001111;
    rounds = 1;
  }
  for (int axis = 0; axis < 3; axis++) {
    moved[axis] = _mm_add_ps(row4(pose.m[axis], centre[0], centre[1], centre[2]), _mm_set1_ps(pose.offset[axis]));
    reach[axis] = row4(pose.abs[axis], half[0], half[1], half[2]);
    reachA[axis] = dot(_mm256_set1_ps(pose.abs[0][axis]), _mm256_set1_ps(pose.abs[1][axis]), _mm256_set1_ps(pose.abs[2][axis]), halfA[0],
                       halfA[1], halfA[2]);
  }
  for (int round = 0; round < rounds; round++) {
    f8 centreB[3], reachB[3], halfB[3];
    for (int axis = 0; axis < 3; axis++)
      centreB[axis] = spread(moved[axis], round), reachB[axis] = spread(reach[axis], round), halfB[axis] = spread(half[axis], round);
    const Overlap overlap = overlapOf<WITH_DEPTH>(pose, centreA, halfA, reachA, centreB, reachB, halfB);
    put(overlap.mask & usedA, childrenA, _mm256_castps_si256(spread(_mm_castsi128_ps(childrenB), round)), overlap.depth);
  }
}

// ── Triangles ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** a1 a2 a1 a2 of two leaves. */
static inline f8 ofA(const float* one, const float* two) {
  const f4 low = _mm_castpd_ps(_mm_loaddup_pd(reinterpret_cast<const double*>(one)));
  const f4 high = _mm_castpd_ps(_mm_loaddup_pd(reinterpret_cast<const double*>(two)));
  return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}
/** b1 b2 of two leaves. */
static inline f4 ofB(const float* one, const float* two) {
  const f4 low = _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(one)));
  return _mm_loadh_pi(low, reinterpret_cast<const __m64*>(two));
}
/** b1 b1 b2 b2 of two leaves. */
static inline f8 spreadB(f4 b) {
  return _mm256_permutevar8x32_ps(_mm256_castps128_ps256(b), _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3));
}

static inline f8 areOnOneSide(f8 s0, f8 s1, f8 s2) {
  const f8 zero = _mm256_setzero_ps();
  return _mm256_or_ps(greater(_mm256_min_ps(_mm256_min_ps(s0, s1), s2), zero), greater(zero, _mm256_max_ps(_mm256_max_ps(s0, s1), s2)));
}

/** Where a triangle crosses the other's plane, along the line: by its corners' places p on the line and sides s of the plane. */
static inline void interval(f8 p0, f8 p1, f8 p2, f8 s0, f8 s1, f8 s2, f8& low, f8& high) {
  // Corner 2 is alone on its side if 0 and 1 are on one side; corner 1 if 0 and 2 are; otherwise corner 0.
  const f8 isTwo = _mm256_xor_ps(s0, s1), isOne = _mm256_xor_ps(s0, s2); // sign bit clear: on one side
  const f8 lone = _mm256_blendv_ps(p2, _mm256_blendv_ps(p1, p0, isOne), isTwo);
  const f8 loneSide = _mm256_blendv_ps(s2, _mm256_blendv_ps(s1, s0, isOne), isTwo);
  const f8 next = _mm256_blendv_ps(p0, _mm256_blendv_ps(p2, p1, isOne), isTwo);
  const f8 nextSide = _mm256_blendv_ps(s0, _mm256_blendv_ps(s2, s1, isOne), isTwo);
  const f8 last = _mm256_blendv_ps(p1, _mm256_blendv_ps(p0, p2, isOne), isTwo);
  const f8 lastSide = _mm256_blendv_ps(s1, _mm256_blendv_ps(s0, s2, isOne), isTwo);
  const f8 t = _mm256_div_ps(loneSide, _mm256_sub_ps(loneSide, nextSide)), u = _mm256_div_ps(loneSide, _mm256_sub_ps(loneSide, lastSide));
  const f8 begin = _mm256_fmadd_ps(t, _mm256_sub_ps(next, lone), lone), end = _mm256_fmadd_ps(u, _mm256_sub_ps(last, lone), lone);
  low = _mm256_min_ps(begin, end), high = _mm256_max_ps(begin, end);
}

/** Which of the triangles of two leaf pairs meet, of those in `mask`; lanes a1b1 a2b1 a1b2 a2b2 of each. */
static inline int testTriangles(const Pose& pose, const Leaf& a, const Leaf& b, const Leaf& nextA, const Leaf& nextB, int mask) {
  f8 normalA[3], normalB[3], d[3], a1[3], a2[3], b1[3], b2[3];
  f4 corner[3], edge1[3], edge2[3], edge1A[3], edge2A[3];
  for (int axis = 0; axis < 3; axis++) {
    corner[axis] = ofB(b.corner[axis], nextB.corner[axis]);
    edge1[axis] = ofB(b.edge1[axis], nextB.edge1[axis]);
    edge2[axis] = ofB(b.edge2[axis], nextB.edge2[axis]);
  }
  for (int axis = 0; axis < 3; axis++) {
    const f4 moved = _mm_add_ps(row4(pose.m[axis], corner[0], corner[1], corner[2]), _mm_set1_ps(pose.offset[axis]));
    edge1A[axis] = row4(pose.m[axis], edge1[0], edge1[1], edge1[2]);
    edge2A[axis] = row4(pose.m[axis], edge2[0], edge2[1], edge2[2]);
    d[axis] = _mm256_sub_ps(spreadB(moved), ofA(a.corner[axis], nextA.corner[axis]));
    b1[axis] = spreadB(edge1A[axis]), b2[axis] = spreadB(edge2A[axis]);
    normalA[axis] = ofA(a.normal[axis], nextA.normal[axis]);
  }
  // b's corners and a's plane
  const f8 sideB0 = dot(normalA[0], normalA[1], normalA[2], d[0], d[1], d[2]);
  const f8 sideB1 = _mm256_add_ps(sideB0, dot(normalA[0], normalA[1], normalA[2], b1[0], b1[1], b1[2]));
  const f8 sideB2 = _mm256_add_ps(sideB0, dot(normalA[0], normalA[1], normalA[2], b2[0], b2[1], b2[2]));
  // a's corners and b's plane
  for (int axis = 0; axis < 3; axis++) {
    const int y = (axis + 1) % 3, z = (axis + 2) % 3;
    normalB[axis] = spreadB(_mm_fmsub_ps(edge1A[y], edge2A[z], _mm_mul_ps(edge1A[z], edge2A[y])));
    a1[axis] = ofA(a.edge1[axis], nextA.edge1[axis]), a2[axis] = ofA(a.edge2[axis], nextA.edge2[axis]);
  }
  const f8 sideA0 = _mm256_sub_ps(_mm256_setzero_ps(), dot(normalB[0], normalB[1], normalB[2], d[0], d[1], d[2]));
  const f8 sideA1 = _mm256_add_ps(sideA0, dot(normalB[0], normalB[1], normalB[2], a1[0], a1[1], a1[2]));
  const f8 sideA2 = _mm256_add_ps(sideA0, dot(normalB[0], normalB[1], normalB[2], a2[0], a2[1], a2[2]));
  mask &= ~_mm256_movemask_ps(_mm256_or_ps(areOnOneSide(sideB0, sideB1, sideB2), areOnOneSide(sideA0, sideA1, sideA2)));
  if (mask == 0) return 0;
  // along the line in which the planes meet
  const f8 x = cross(normalA[1], normalB[2], normalA[2], normalB[1]), y = cross(normalA[2], normalB[0], normalA[0], normalB[2]),
           z = cross(normalA[0], normalB[1], normalA[1], normalB[0]);
  f8 lowA, highA, lowB, highB;
  interval(_mm256_setzero_ps(), dot(x, y, z, a1[0], a1[1], a1[2]), dot(x, y, z, a2[0], a2[1], a2[2]), sideA0, sideA1, sideA2, lowA, highA);
  const f8 p0 = dot(x, y, z, d[0], d[1], d[2]);
  interval(p0, _mm256_add_ps(p0, dot(x, y, z, b1[0], b1[1], b1[2])), _mm256_add_ps(p0, dot(x, y, z, b2[0], b2[1], b2[2])), sideB0, sideB1,
           sideB2, lowB, highB);
  return mask & ~_mm256_movemask_ps(_mm256_or_ps(greater(lowA, highB), greater(lowB, highA)));
}

/** The lanes of different triangle pairs in a leaf pair. */
static inline int lanesOf(const Leaf& a, const Leaf& b) {
  return (a.slot[0] == a.slot[1] ? 0b0101 : 0b1111) & (b.slot[0] == b.slot[1] ? 0b0011 : 0b1111);
}

// ── Queries ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A list of pairs, a's and b's apart. */
struct Pairs {
  std::vector<int32_t> a, b;
  size_t count = 0;
  void reserve(size_t room) {
    if (a.size() < count + room) a.resize(2 * (count + room)), b.resize(2 * (count + room));
  }
  void put(__m256i as, __m256i bs, int mask) {
    putLanes(&a[count], as, mask);
    putLanes(&b[count], bs, mask);
    count += size_t(_mm_popcnt_u32(unsigned(mask)));
  }
};

struct Workspace {
  Pairs stack, leaves, found;
  /** Best first: pairs in 32 buckets, by level and by how deeply they overlap; bit k: bucket k is not empty. */
  struct Entry {
    int32_t a, b, level;
  };
  std::vector<Entry> buckets[32];
  uint32_t waiting = 0;
};

static void testLeafPairs(const Tree& a, const Tree& b, const Pose& pose, Workspace& work) {
  Pairs &leaves = work.leaves, &found = work.found;
  found.reserve(4 * leaves.count + 8);
  for (size_t i = 0; i < leaves.count; i += 2) {
    const size_t next = std::min(i + 1, leaves.count - 1);
    const Leaf &leafA = a.leaves[~leaves.a[i]], &leafB = b.leaves[~leaves.b[i]];
    const Leaf &nextA = a.leaves[~leaves.a[next]], &nextB = b.leaves[~leaves.b[next]];
    const int used = lanesOf(leafA, leafB) | (next == i ? 0 : lanesOf(nextA, nextB) << 4);
    const int mask = testTriangles(pose, leafA, leafB, nextA, nextB, used);
    if (mask == 0) continue;
    const float *a1 = reinterpret_cast<const float*>(leafA.slot), *a2 = reinterpret_cast<const float*>(nextA.slot);
    const float *b1 = reinterpret_cast<const float*>(leafB.slot), *b2 = reinterpret_cast<const float*>(nextB.slot);
    found.put(_mm256_castps_si256(ofA(a1, a2)), _mm256_castps_si256(spreadB(ofB(b1, b2))), mask);
  }
  leaves.count = 0;
}

/** All pairs of slots whose triangles meet, in `work.found`. */
static void findPairs(const Tree& a, const Tree& b, const Pose& pose, Workspace& work) {
  Pairs &stack = work.stack, &leaves = work.leaves;
  work.found.count = leaves.count = 0;
  stack.count = 1;
  stack.a[0] = a.root, stack.b[0] = b.root;
  int32_t nextA = 0, nextB = 0;
  bool hasNext = false;
  while (hasNext || stack.count > 0) {
    if (!hasNext) stack.count--, nextA = stack.a[stack.count], nextB = stack.b[stack.count];
    const int32_t atA = nextA, atB = nextB;
    // The next pair is taken before this one's children are put, so that steps overlap in the processor.
    hasNext = stack.count > 0;
    if (hasNext) stack.count--, nextA = stack.a[stack.count], nextB = stack.b[stack.count];
    stack.reserve(24);
    leaves.reserve(24);
    testBoxes<false>(a, b, pose, atA, atB, [&](int mask, __m256i childrenA, __m256i childrenB, f8) {
      const int leafMask = mask & _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_and_si256(childrenA, childrenB)));
      stack.put(childrenA, childrenB, mask ^ leafMask);
      leaves.put(childrenA, childrenB, leafMask);
    });
    if (leaves.count >= 256) testLeafPairs(a, b, pose, work);
  }
  testLeafPairs(a, b, pose, work);
}

/** Whether any triangles meet: best first, by the scores of abut (src/kernels/descent-constants.ts). */
static bool collide(const Tree& a, const Tree& b, const Pose& pose, Workspace& work) {
  for (; work.waiting != 0; work.waiting &= work.waiting - 1) work.buckets[_tzcnt_u32(work.waiting)].clear();
  work.buckets[31].push_back({a.root, b.root, 0});
  work.waiting = 1u << 31;
  while (work.waiting != 0) {
    const unsigned bucket = 31 - _lzcnt_u32(work.waiting);
    const auto [atA, atB, level] = work.buckets[bucket].back();
    work.buckets[bucket].pop_back();
    if (work.buckets[bucket].empty()) work.waiting ^= 1u << bucket;
    if ((atA & atB) < 0) {
      const Leaf &leafA = a.leaves[~atA], &leafB = b.leaves[~atB];
      if (testTriangles(pose, leafA, leafB, leafA, leafB, lanesOf(leafA, leafB)) != 0) return true;
      continue;
    }
    const int32_t below = level + 2 * ((atA >= 0) + (atB >= 0));
    testBoxes<true>(a, b, pose, atA, atB, [&](int mask, __m256i childrenA, __m256i childrenB, f8 depth) {
      if (mask == 0) return;
      const f8 score = _mm256_fmadd_ps(_mm256_set1_ps(30), _mm256_sqrt_ps(depth), _mm256_set1_ps(0.4f * float(below)));
      alignas(32) int32_t as[8], bs[8], places[8];
      _mm256_store_si256(reinterpret_cast<__m256i*>(as), childrenA);
      _mm256_store_si256(reinterpret_cast<__m256i*>(bs), childrenB);
      _mm256_store_si256(reinterpret_cast<__m256i*>(places), _mm256_min_epi32(_mm256_cvttps_epi32(score), _mm256_set1_epi32(31)));
      for (; mask != 0; mask &= mask - 1) {
        const unsigned lane = _tzcnt_u32(unsigned(mask));
        work.buckets[places[lane]].push_back({as[lane], bs[lane], below});
        work.waiting |= 1u << places[lane];
      }
    });
  }
  return false;
}

int main(int count, char** words) {
  if (count != 5) fail("usage: avx-bench <tree> <poses> <all-pairs> <rounds>");
  const Tree a = readTree(words[1]), b = readTree(words[1]);
  const auto poses = posesOf(readPoses(words[2]));
  const size_t allPairs = std::min(poses.size(), size_t(std::atoi(words[3])));
  const int rounds = std::atoi(words[4]);
  Workspace work;
  work.stack.reserve(1024);
  const auto first = measure(poses, poses.size(), rounds, [&](const Pose& pose) { return size_t(collide(a, b, pose, work)); });
  const auto all = measure(poses, allPairs, rounds, [&](const Pose& pose) {
    findPairs(a, b, pose, work);
    return work.found.count;
  });
  print(first, all);
  return 0;
}
