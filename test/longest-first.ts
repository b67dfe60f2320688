import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than five seconds of a core. One of them at the end would leave the other cores idle. */
const LONG = [
  "site/site.e2e",
  "viewer/page-large.e2e",
  "viewer/page.e2e",
  "viewer/page-tools.e2e",
  "cluster/cluster.e2e",
  "cli/commands/store.e2e",
  "trust/fingerprint.e2e",
  "cli/commands/s3.e2e",
  "cli/watch/watch.e2e",
  "cli/action.e2e",
  "formats/cad/read",
  "queries/self-truth",
  "queries/truth",
  "queries/r-tree-truth",
  "regressions/stopped-within-a-pair.e2e",
  "bench/native",
  "cli/main.e2e",
  "queries/framed-trees",
  "trust/fuzz/queries",
  "broadphase/agreement",
  "broadphase/dynamic-tree",
  "world/world",
  "reports/bcf/write-bcf",
  "reports/bcf/comments",
  "queries/manifold/find-manifold",
  "queries/near/find-near-pairs",
].map((name) => `/test/${name}.test.ts`);

/** Vitest knows how long files take from the second run on. A fresh clone has this list. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONG.findIndex((name) => moduleId.endsWith(name));
      return rank < 0 ? LONG.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
