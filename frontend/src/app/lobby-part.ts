import { lazyPart } from '../shared/loading/lazy-part.js'

/** The lobby, which whoever follows an invitation does not need. */
export const LobbyRoute = lazyPart(() => import('./routes/lobby.js'))
