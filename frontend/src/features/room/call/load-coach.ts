import { loadPart } from '../../../shared/loading/load-part.js'

const importCoach = () => import('../../../shared/rtc/coach/coach.js')

/** Not shown, so that a failure is not shown either: a call goes on without it. */
export const loadCoach = () => loadPart(importCoach, { inRoom: true }).then(({ createCoach }) => createCoach)
