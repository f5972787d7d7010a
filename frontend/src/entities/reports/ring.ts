import { loadPart } from '../../shared/loading/load-part.js'
import { browserClock } from '../../shared/realtime/clock.js'
import { createLateStillDrawer, createStillRing } from '../../shared/rtc/still-ring.js'

const importDrawer = () => import('../../shared/rtc/draw-still.js')
/** Ignores failures: calls go on without stills. */
const loadDrawer = () => loadPart(importDrawer, { inRoom: true }).then(({ createStillDrawer }) => createStillDrawer)

/** The page's stills; they outlive the room by a minute. */
export const stillRing = createStillRing({ clock: browserClock, draw: createLateStillDrawer(loadDrawer) })
