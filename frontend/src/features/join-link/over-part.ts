import { lazyPart } from '../../shared/loading/lazy-part.js'
import type { Over } from './over.js'

/** Kept with the browser's history entry, so that another screen has none. */
export const overIn = (state: unknown): Over | null => (state as { over?: Over } | null)?.over ?? null

export const InvitationOver = lazyPart(() => import('./invitation-over.js'))
