import type { Room } from '../domain/room.js'

/** Fields that records of earlier versions lack. */
const ADDED = { origin: 'lobby', reservedFor: [], tie: null, watchers: [], spectatorConsents: [] } as const

/** A room from its stored text. */
export const readRoom = (record: string): Room => ({ ...ADDED, ...(JSON.parse(record) as Room) })
