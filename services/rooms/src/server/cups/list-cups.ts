import { toSummary } from './cup-message.js'
import type { CupDependencies, CupHandlers } from './dependencies.js'

const LIMIT = 50
/** So long a cup that is over is still shown. */
const SHOWN_AFTER_MS = 7 * 86_400_000

export const listCups =
  ({ lists, now }: Pick<CupDependencies, 'lists' | 'now'>): CupHandlers['listCups'] =>
  async () => {
    const nowMs = now()
    const cups = await lists.current(nowMs - SHOWN_AFTER_MS, LIMIT)
    return { cups: cups.map((line) => toSummary(line, nowMs)) }
  }
