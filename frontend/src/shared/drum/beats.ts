/**
 * The beats due in a stretch of time: those of a rhythm that began at `startedAt` and repeats every `interval`, from
 * `from` (included) to `until` (not included). Any one unit of time.
 */
export function beatsBetween(startedAt: number, interval: number, from: number, until: number): number[] {
  const first = Math.max(0, Math.ceil((from - startedAt) / interval))
  const beats: number[] = []
  for (let beat = first; startedAt + beat * interval < until; beat++) beats.push(startedAt + beat * interval)
  return beats
}
