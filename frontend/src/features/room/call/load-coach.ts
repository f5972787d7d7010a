import { loadPart } from '../../../shared/loading/load-part.js'

const importCoach = () => import('./web-coach.js')

/** Loads the coach. A failure is not shown, as a call goes on without it. */
export const loadCoach = () => loadPart(importCoach, { inRoom: true }).then(({ createWebCoach }) => createWebCoach)
