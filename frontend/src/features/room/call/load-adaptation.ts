import { loadPart } from '../../../shared/loading/load-part.js'

const importCoach = () => import('./web-coach.js')

/** Loads the coach; calls continue without it, so failures stay silent. */
export const loadCoach = () => loadPart(importCoach, { inRoom: true }).then(({ createWebCoach }) => createWebCoach)
