/** The entry that is `step` further, or the first (last) when none was chosen; it stops at the ends. */
export const moved = (index: number, step: 1 | -1, count: number): number => {
  if (count === 0) return -1
  if (index < 0) return step === 1 ? 0 : count - 1
  return Math.min(Math.max(index + step, 0), count - 1)
}
