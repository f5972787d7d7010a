import { MATCH_LAPSES_MAX, MATCH_WAIT_MAX_MS, MATCH_WAIT_MS } from '@kla/proto/web'

/** How long somebody waits after its first, second, third lapse and so on, milliseconds; the last holds for all more. */
export const WAITS_MS: readonly number[] = waits()

function waits(): number[] {
  const found = Array.from({ length: MATCH_LAPSES_MAX - 1 }, () => 0)
  for (let waitMs = MATCH_WAIT_MS; waitMs < MATCH_WAIT_MAX_MS; waitMs *= 2) found.push(waitMs)
  return [...found, MATCH_WAIT_MAX_MS]
}
