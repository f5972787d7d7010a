import { lazyPart } from '../shared/loading/lazy-part.js'

/** The lobby, which whoever follows an invitation does not need. */
export const LobbyRoute = lazyPart(() => import('./lobby.js'))

const importRoom = () => import('../features/room/room.js').then(({ Room }) => ({ default: Room }))
/** The room, which needs nothing of the lobby. */
export const Room = lazyPart(importRoom)

/** Has the stage there when the seat is. What cannot be had is said when it is drawn. */
export const loadRoom = (): void => void Room.load().catch(() => undefined)
