// FCL on two copies of a model at many poses of the second: a first contact, and all pairs of triangles.
//
//   fcl-bench <model> <poses> <all-pairs> <rounds>
//
// model: u32 vertices, u32 triangles, f64 positions, u32 indices. poses: f64, 16 each, column-major, rigid. `all-pairs` is how many of the
// poses are asked for all pairs. Prints JSON: hits and pairs, and medians over the rounds in microseconds a query.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision.h>

using Model = fcl::BVHModel<fcl::OBB<double>>;

template <typename T>
static std::vector<T> readAll(std::ifstream& file, size_t count) {
  std::vector<T> values(count);
  file.read(reinterpret_cast<char*>(values.data()), count * sizeof(T));
  if (!file) {
    std::fprintf(stderr, "the input ends early\n");
    std::exit(1);
  }
  return values;
}

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

static std::vector<fcl::Transform3d> readPoses(const char* path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const size_t count = size_t(file.tellg()) / (16 * sizeof(double));
  file.seekg(0);
  const auto numbers = readAll<double>(file, 16 * count);
  std::vector<fcl::Transform3d> poses(count);
  for (size_t i = 0; i < count; i++)
    for (int column = 0; column < 4; column++)
      for (int row = 0; row < 4; row++) poses[i].matrix()(row, column) = numbers[16 * i + 4 * column + row];
  return poses;
}

struct Outcome {
  size_t found;
  double micros;
};

static Outcome ask(const Model& a, const Model& b, const std::vector<fcl::Transform3d>& poses, size_t count, bool all, int rounds) {
  const auto identity = fcl::Transform3d::Identity();
  fcl::CollisionRequest<double> request;
  request.num_max_contacts = all ? std::numeric_limits<size_t>::max() : 1;
  request.enable_contact = all;
  std::vector<double> times;
  size_t found = 0;
  for (int round = 0; round <= rounds; round++) {
    found = 0;
    const auto start = std::chrono::steady_clock::now();
    for (size_t i = 0; i < count; i++) {
      fcl::CollisionResult<double> result;
      fcl::collide(&a, identity, &b, poses[i], request, result);
      found += all ? result.numContacts() : size_t(result.isCollision());
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    if (round > 0) times.push_back(time.count() / double(count)); // the first one warms up
  }
  std::sort(times.begin(), times.end());
  return {found, times[times.size() / 2]};
}

int main(int count, char** words) {
  if (count != 5) {
    std::fprintf(stderr, "usage: fcl-bench <model> <poses> <all-pairs> <rounds>\n");
    return 1;
  }
  const auto a = readModel(words[1]);
  const auto b = readModel(words[1]);
  const auto poses = readPoses(words[2]);
  const size_t allPairs = std::min(poses.size(), size_t(std::atoi(words[3])));
  const int rounds = std::atoi(words[4]);
  const auto first = ask(*a, *b, poses, poses.size(), false, rounds);
  const auto all = ask(*a, *b, poses, allPairs, true, rounds);
  std::printf("{\"hits\":%zu,\"first\":%.4f,\"pairs\":%zu,\"all\":%.4f}\n", first.found, first.micros, all.found, all.micros);
  return 0;
}
