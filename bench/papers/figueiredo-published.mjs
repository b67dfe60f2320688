// What the paper prints (Figueiredo 2009, Tables 1 and 2), tests a step. Our copy has no figures; of Figure 6, the times, the text says
// that version 2 "runs interactively at distance 0.0" and reaches "frame rates higher than 100Hz".

/** Table 1: the average of all steps from distance 0.00 to 0.20. */
export const TABLE_1 = {
  "version 1": { boxTests: 1.85e6, triangleTests: 12 },
  "version 2": { boxTests: 6303, triangleTests: 14 },
};

/** Table 2, by distance. */
export const TABLE_2 = {
  0: {
    "version 1": { boxTests: 6.15e6, triangleTests: 103 },
    "version 2": { boxTests: 16315, triangleTests: 149 },
  },
  0.1: {
    "version 1": { boxTests: 0.868e6, triangleTests: 0 },
    "version 2": { boxTests: 4257, triangleTests: 0 },
  },
  0.2: {
    "version 1": { boxTests: 0.209e6, triangleTests: 0 },
    "version 2": { boxTests: 2438, triangleTests: 0 },
  },
};

export const LEAST_STEPS_A_SECOND = 100;

/** Section 3: how much faster AABBs are to test than OBBs, and how much less memory they take. */
export const OBB_TEST = 40;
export const OBB_STORAGE = 2.5;
