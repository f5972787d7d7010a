import { lazyPart } from '../shared/loading/lazy-part.js'

const importRoom = () => import('../features/room/room.js').then(({ Room }) => ({ default: Room }))
export const Room = lazyPart(importRoom)

export const loadRoom = (): void => void Room.load().catch(() => undefined)
