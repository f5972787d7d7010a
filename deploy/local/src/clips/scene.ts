/**
 * A moving picture as a formula: for a moment of the loop (0 to 1) it answers how bright each point is, 0 to 1. x runs
 * from -16/9 to 16/9 and y from -1 to 1, both to the right and down. Whole turns of `t` make the loop close.
 */
export type Scene = (t: number) => (x: number, y: number) => number

export const TURN = 2 * Math.PI

export const wave = (value: number): number => 0.5 + 0.5 * Math.sin(value)

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const at = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return at * at * (3 - 2 * at)
}

/** The distance from the middle. Math.hypot guards against overflow, which costs most of a frame's time. */
export const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y)
