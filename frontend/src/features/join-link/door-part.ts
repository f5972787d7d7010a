import { lazyPart } from '../../shared/loading/lazy-part.js'
import { Invitation } from './invitation.js'

/** Entry page for visitors whom another site may have sent. */
export const AtTheDoor = lazyPart(() => import('./at-the-door.js'), { waiting: Invitation })
