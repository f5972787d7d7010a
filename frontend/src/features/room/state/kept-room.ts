import type { RoomKey } from '../../../entities/room/room-key.js'
import { browserMemory, type Memory } from '../../../shared/browser/memory.js'

/** Lets a reload return to the seat within the grace period. */
const KEY = 'kla-room'

const tabMemory = () => browserMemory('sessionStorage')

export const keepRoom = (room: RoomKey, memory: Memory = tabMemory()): void => memory.setItem(KEY, JSON.stringify(room))

export const forgetRoom = (memory: Memory = tabMemory()): void => memory.removeItem(KEY)

export function keptRoom(memory: Memory = tabMemory()): RoomKey | null {
  try {
    const kept = JSON.parse(memory.getItem(KEY) ?? 'null') as Partial<RoomKey> | null
    if (typeof kept?.roomId !== 'string') return null
    return { roomId: kept.roomId, passcode: typeof kept.passcode === 'string' ? kept.passcode : null }
  } catch {
    return null
  }
}
