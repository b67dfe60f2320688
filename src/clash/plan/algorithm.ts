/**
 * What outcomes depend on besides parts and settings: abut's version, and a number that grows whenever a change of abut may change an
 * outcome by as little as one bit. Plans, results and store entries of another algorithm are not used.
 */
export const ALGORITHM = "abut 0.1.0, outcomes 2";
