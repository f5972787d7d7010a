import { lazyPart } from '../../shared/loading/lazy-part.js'
import type { Over } from './over.js'

/** Reads the ending from one history entry, so that other screens have none. */
export const overIn = (state: unknown): Over | null => (state as { over?: Over } | null)?.over ?? null

export const InvitationOver = lazyPart(() => import('./invitation-over.js'))
