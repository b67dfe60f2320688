import fc from "fast-check";

// One seed for all property tests that name none, so that a run can be repeated; ABUT_SEED=n looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.ABUT_SEED ?? 1997) });
