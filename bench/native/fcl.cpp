// FCL on two copies of a model at many poses of the second: a first contact, and all pairs of triangles.
//
//   fcl-bench <model> <poses> <all-pairs> <rounds>
//
// model: u32 vertices, u32 triangles, f64 positions, u32 indices. poses: f64, 16 each, column-major, rigid. `all-pairs` is how many of the
// poses are asked for all pairs. Prints JSON: hits and pairs, and medians over the rounds in microseconds of processor time a query.
#include <cstdint>
#include <limits>
#include <memory>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision.h>

#include "measure.h"

using Model = fcl::BVHModel<fcl::OBB<double>>;

static std::shared_ptr<Model> readModel(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const auto counts = readAll<uint32_t>(file, 2);
  const auto positions = readAll<double>(file, 3 * size_t(counts[0]));
  const auto indices = readAll<uint32_t>(file, 3 * size_t(counts[1]));
  std::vector<fcl::Vector3d> vertices;
  std::vector<fcl::Triangle> triangles;
  for (size_t i = 0; i < positions.size(); i += 3) vertices.emplace_back(positions[i], positions[i + 1], positions[i + 2]);
  for (size_t i = 0; i < indices.size(); i += 3) triangles.emplace_back(indices[i], indices[i + 1], indices[i + 2]);
  auto model = std::make_shared<Model>();
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

static std::vector<fcl::Transform3d> transformsOf(const std::vector<double>& numbers) {
  std::vector<fcl::Transform3d> poses(numbers.size() / 16);
  for (size_t i = 0; i < poses.size(); i++)
    for (int column = 0; column < 4; column++)
      for (int row = 0; row < 4; row++) poses[i].matrix()(row, column) = numbers[16 * i + 4 * column + row];
  return poses;
}

static size_t ask(const Model& a, const Model& b, const fcl::Transform3d& pose, bool all) {
  fcl::CollisionRequest<double> request;
  request.num_max_contacts = all ? std::numeric_limits<size_t>::max() : 1;
  request.enable_contact = all;
  fcl::CollisionResult<double> result;
  fcl::collide(&a, fcl::Transform3d::Identity(), &b, pose, request, result);
  return all ? result.numContacts() : size_t(result.isCollision());
}

int main(int count, char** words) {
  if (count != 5) fail("usage: fcl-bench <model> <poses> <all-pairs> <rounds>");
  const auto a = readModel(words[1]);
  const auto b = readModel(words[1]);
  const auto poses = transformsOf(readPoses(words[2]));
  const size_t allPairs = std::min(poses.size(), size_t(std::atoi(words[3])));
  const int rounds = std::atoi(words[4]);
  const auto first = measure(poses, poses.size(), rounds, [&](const fcl::Transform3d& pose) { return ask(*a, *b, pose, false); });
  const auto all = measure(poses, allPairs, rounds, [&](const fcl::Transform3d& pose) { return ask(*a, *b, pose, true); });
  print(first, all);
  return 0;
}
