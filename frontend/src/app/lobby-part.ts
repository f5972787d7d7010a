import { lazyPart } from '../shared/loading/lazy-part.js'

export const LobbyRoute = lazyPart(() => import('./lobby.js'))
