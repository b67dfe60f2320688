// Points at both times: one vector per axis, lane 0 at time 0, lane 1 at time 1. queries/impact/impact-model.ts writes them.
import { POINT_Y, POINT_Z } from "../impact-memory-map";

@inline export function atStart(a: v128): f64 { return f64x2.extract_lane(a, 0); }
@inline export function atEnd(a: v128): f64 { return f64x2.extract_lane(a, 1); }
/** The sum of the values at time 0 and at time 1. */
@inline export function bothAdded(a: v128): f64 { return atStart(a) + atEnd(a); }

@inline export function xOf(point: i32): v128 { return v128.load(point); }
@inline export function yOf(point: i32): v128 { return v128.load(point, POINT_Y); }
@inline export function zOf(point: i32): v128 { return v128.load(point, POINT_Z); }

@inline export function less(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
@inline export function plus(a: v128, b: v128): v128 { return f64x2.add(a, b); }
@inline export function lower(a: v128, b: v128): v128 { return f64x2.pmin(a, b); }
@inline export function higher(a: v128, b: v128): v128 { return f64x2.pmax(a, b); }

/** Heights of vectors along a direction that is constant in time. */
@inline export function heights(x: f64, y: f64, z: f64, px: v128, py: v128, pz: v128): v128 {
  return plus(plus(f64x2.mul(f64x2.splat(x), px), f64x2.mul(f64x2.splat(y), py)), f64x2.mul(f64x2.splat(z), pz));
}

/** Whether the numbers of both times are above a number. */
@inline export function areAbove(a: v128, least: f64): boolean { return i64x2.all_true(f64x2.gt(a, f64x2.splat(least))); }

@inline export function norms(x: v128, y: v128, z: v128): v128 { return plus(plus(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z)); }
@inline export function norm(x: f64, y: f64, z: f64): f64 { return Math.abs(x) + Math.abs(y) + Math.abs(z); }
/** The larger of the values at time 0 and at time 1. */
@inline export function larger(a: v128): f64 { return max(atStart(a), atEnd(a)); }
