// What the paper prints (van den Bergen 1997, Tables 1 to 3; Sun UltraSPARC-I, 167 MHz). Nb and Np are totals of
// 100,000 placements, Cb and Cp microseconds a test, T seconds.

const row = (nb, cb, tb, np, cp, tp, total) => ({ nb, cb, tb, np, cp, tp, total });

export const PUBLISHED = {
  sat: {
    obb: {
      torus: row(10178961, 4.9, 49.7, 197314, 15, 2.9, 52.6),
      spacecraft: row(48890612, 4.6, 223.8, 975217, 10, 10.2, 234.0),
      teapot: row(12025710, 4.8, 57.6, 186329, 14, 2.7, 60.3),
    },
    aabb: {
      torus: row(32913297, 3.7, 122.3, 3996806, 7.2, 28.7, 151.0),
      spacecraft: row(92376250, 3.1, 288.8, 8601433, 7.1, 61.3, 350.1),
      teapot: row(25810569, 3.3, 84.8, 1874830, 7.4, 13.9, 98.7),
    },
  },
  "sat-lite": {
    obb: {
      torus: row(13116295, 3.7, 47.9, 371345, 12, 4.4, 52.3),
      spacecraft: row(65041340, 3.4, 221.4, 2451543, 9.3, 22.9, 244.3),
      teapot: row(14404588, 3.5, 50.8, 279987, 13, 3.5, 54.3),
    },
    aabb: {
      torus: row(40238149, 2.4, 96.1, 5222836, 7.4, 38.4, 134.5),
      spacecraft: row(121462120, 1.9, 236.7, 13066095, 7.0, 91.3, 328.0),
      teapot: row(30127623, 2.1, 62.5, 2214671, 7.0, 15.6, 78.1),
    },
  },
};

/** Milliseconds. */
export const PUBLISHED_OPERATIONS = {
  buildObb: { torus: 350, spacecraft: 460, teapot: 270 },
  buildAabb: { torus: 110, spacecraft: 180, teapot: 80 },
  refitAabb: { torus: 15, spacecraft: 18, teapot: 11 },
  testObb: { torus: 0.5, spacecraft: 2.3, teapot: 0.6 },
  testAabb: { torus: 1.3, spacecraft: 3.3, teapot: 0.8 },
};

/** Arithmetic operations of a refit, a triangle (sections 1 and 4). */
export const PUBLISHED_REFIT_OPERATIONS = 48;

/** The paper's model behind each name of ours. */
export const PUBLISHED_MODELS = {
  torus: "torus, 5,000",
  spacecraft: "X-wing, 6,084",
  teapot: "teapot, 3,752",
};
