import type { ServerEvents } from '@kla/proto/web'
import type { Clock } from './clock.js'

/** A place in the gateway's admission queue. */
export type QueuePlace = ServerEvents['waiting']

/** Gateways repeat a place every six seconds. */
const OVER_AFTER_MS = 8_000

/** Tracks the page's place while it waits. */
export function createQueuePlace(clock: Clock, changed: (queuePlace: QueuePlace | null) => unknown) {
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
    take(queuePlace: QueuePlace) {
      cancel()
      cancel = clock.after(OVER_AFTER_MS, over)
      waits = true
      changed(queuePlace)
    },
  }
}
