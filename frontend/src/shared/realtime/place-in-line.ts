import type { ServerEvents } from '@kla/proto/web'
import type { Clock } from './clock.js'

export type Line = ServerEvents['waiting']

/** Gateways repeat a place at least every six seconds while it holds. */
const OVER_AFTER_MS = 8_000

/** The page's place in the gateway's admission queue, as long as it waits there. */
export function createPlaceInLine(clock: Clock, changed: (line: Line | null) => unknown) {
  let waits = false
  let cancel = () => {}

  const over = () => {
    cancel()
    if (!waits) return
    waits = false
    changed(null)
  }

  return {
    over,
    take(line: Line) {
      cancel()
      cancel = clock.after(OVER_AFTER_MS, over)
      waits = true
      changed(line)
    },
  }
}
