import { useSyncExternalStore } from 'react'
import { useClientConfig } from '../../shared/api/client-config.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { createStillDrawer } from '../../shared/rtc/draw-still.js'
import { createStillRing } from '../../shared/rtc/still-ring.js'

/** Of this page: it outlives the room by a minute. */
export const stillRing = createStillRing({ clock: browserClock, draw: createStillDrawer() })

/** Whether stills of this player can go with a report. */
export function useHasStills(personId: number | null): boolean {
  const taken = useClientConfig()?.evidenceKey
  const has = useSyncExternalStore(stillRing.subscribe, () => personId !== null && stillRing.of(personId).length > 0)
  return has && Boolean(taken)
}
