import type { RoomKey } from '../../../entities/room/room-key.js'
import { browserMemory, type Memory } from '../../../shared/browser/memory.js'
import { ROOM_KEY } from '../../../shared/browser/personal.js'

const tabMemory = () => browserMemory('sessionStorage')

/** Lets a reload return to the seat within the grace period. */
export const keepRoom = (room: RoomKey, memory: Memory = tabMemory()): void =>
  memory.setItem(ROOM_KEY, JSON.stringify(room))

export const forgetRoom = (memory: Memory = tabMemory()): void => memory.removeItem(ROOM_KEY)

export function keptRoom(memory: Memory = tabMemory()): RoomKey | null {
  try {
    const kept = JSON.parse(memory.getItem(ROOM_KEY) ?? 'null') as Partial<RoomKey> | null
    if (typeof kept?.roomId !== 'string') return null
    return { roomId: kept.roomId, passcode: typeof kept.passcode === 'string' ? kept.passcode : null }
  } catch {
    return null
  }
}
