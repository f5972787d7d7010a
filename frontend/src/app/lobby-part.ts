import { lazyPart } from '../lib/browser/lazy-part.js'

/** The lobby, which whoever follows an invitation does not need. */
export const LobbyRoute = lazyPart(() => import('./routes/lobby.js'))
