import fc from "fast-check";

// One seed for all property tests that name none makes runs repeatable. ABUT_SEED=n chooses another one.
fc.configureGlobal({ seed: Number(process.env.ABUT_SEED ?? 1997) });
