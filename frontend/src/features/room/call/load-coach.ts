import { loadPart } from '../../../shared/loading/load-part.js'

const importCoach = () => import('./web-coach.js')

/** Not shown, so that a failure is not shown either: a call goes on without it. */
export const loadCoach = () => loadPart(importCoach, { inRoom: true }).then(({ createWebCoach }) => createWebCoach)
