import type { Cup } from './cup.js'

/** When something happens to a cup by itself, Unix milliseconds; undefined: nothing will. */
export function nextDeadline(cup: Cup): number | undefined {
  if (cup.phase === 'open') return cup.startsAtMs
  if (cup.phase !== 'running') return undefined
  const deadlines = cup.ties.map(({ deadlineMs }) => deadlineMs).filter((deadlineMs) => deadlineMs !== 0)
  return deadlines.length === 0 ? undefined : Math.min(...deadlines)
}
