// What each demo is tested with: the address, with few objects so that software drawing is fast enough, and Node's own answer.

export interface DemoCase {
  name: string;
  /** Parameters of the address, which are the names of controls. */
  parameters: Record<string, string | number>;
  frames: number;
  /** What the model counts after these frames, computed here. */
  expected(): Promise<Record<string, unknown>>;
}

interface Model {
  step(): void;
  counts(): Record<string, unknown>;
}

/** By a name that TypeScript does not follow: demos have settings of their own. */
async function load(path: string): Promise<Record<string, (options?: object) => Model | Promise<Model>>> {
  const file = `../../site/demos/${path}.ts`;
  return import(/* @vite-ignore */ file);
}

async function run(
  name: string,
  create: string,
  options: object,
  frames: number,
): Promise<Record<string, unknown>> {
  const model = await (await load(`${name}/model`))[create](options);
  for (let i = 0; i < frames; i++) model.step();
  return model.counts();
}

function demo(
  name: string,
  create: string,
  frames: number,
  options: Record<string, string | number> = {},
): DemoCase {
  return { name, parameters: options, frames, expected: () => run(name, create, options, frames) };
}

export const CASES: DemoCase[] = [
  demo("bergen", "createBergenModel", 30),
  demo("boxes", "createBoxesModel", 10, { count: 3000, speed: 4 }),
  demo("tissue", "createTissueModel", 12, { reach: 1.3 }),
  demo("figueiredo", "createFigueiredoModel", 6),
  demo("hand", "createHandModel", 40, { scene: "hand" }),
  demo("hand", "createHandModel", 20, { scene: "braid" }),
  demo("level", "createLevelModel", 60, { pillars: 40 }),
  demo("robot", "createRobotModel", 20, { post: 0.6 }),
  demo("cloth", "createClothModel", 30, { steps: 12 }),
  demo("exact", "createExactModel", 40),
];

interface ClashDemo {
  checkFiles(request: {
    files: { name: string; bytes: Uint8Array }[] | "example";
    tolerance: number;
    clearance: number;
    template: string;
  }): Promise<{ report: { clashes: unknown[] } }>;
  countsOf(report: object): Record<string, unknown>;
}

export async function loadClashDemo(): Promise<ClashDemo> {
  return { ...(await load("clash/check-files")), ...(await load("clash/counts-of")) } as unknown as ClashDemo;
}
