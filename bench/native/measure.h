// What the programs of this folder share: reading their input, and timing.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

[[noreturn]] inline void fail(const char* message) {
  std::fprintf(stderr, "%s\n", message);
  std::exit(1);
}

template <typename T>
std::vector<T> readAll(std::ifstream& file, size_t count) {
  std::vector<T> values(count);
  file.read(reinterpret_cast<char*>(values.data()), std::streamsize(count * sizeof(T)));
  if (!file) fail("the input ends early");
  return values;
}

/** Poses, 16 × f64 each, column-major, one after the other. */
inline std::vector<double> readPoses(const char* path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const size_t count = size_t(file.tellg()) / sizeof(double);
  file.seekg(0);
  return readAll<double>(file, count);
}

struct Outcome {
  size_t found;
  double micros;
};

/** Asks about the first `count` poses, `rounds` times: the sum of the answers, and the median of a round's processor time a query. */
template <typename Pose, typename Ask>
Outcome measure(const std::vector<Pose>& poses, size_t count, int rounds, Ask ask) {
  std::vector<double> times;
  size_t found = 0;
  for (int round = 0; round <= rounds; round++) {
    found = 0;
    const std::clock_t start = std::clock();
    for (size_t i = 0; i < count; i++) found += ask(poses[i]);
    if (round > 0) times.push_back(1e6 * double(std::clock() - start) / CLOCKS_PER_SEC / double(count)); // the first one warms up
  }
  std::sort(times.begin(), times.end());
  return {found, times[times.size() / 2]};
}

inline void print(const Outcome& first, const Outcome& all) {
  std::printf("{\"hits\":%zu,\"first\":%.4f,\"pairs\":%zu,\"all\":%.4f}\n", first.found, first.micros, all.found, all.micros);
}
