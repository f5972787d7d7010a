import { lazyPart } from '../../shared/loading/lazy-part.js'
import { Invitation } from './invitation.js'

/** Entry page for visitors whom another site may have sent. */
export const EntryPage = lazyPart(() => import('./entry-page.js'), { waiting: Invitation })
