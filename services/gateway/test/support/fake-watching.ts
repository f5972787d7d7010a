import { KlaError } from '@kla/chassis'
import type { Room, Watcher } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { accountOf } from './fake-auth.js'
import type { FakeRooms } from './fake-rooms.js'

/** A judge's pass for any room; it works once for each appended letter. */
export const PASS = 'pass-'

/** Watching in memory, with the rules that a gateway can see. */
export function createFakeWatching({ rooms, change }: FakeRooms): Clients['watching'] {
  const used = new Set<string>()
  const find = (roomId: string): Room => {
    const room = rooms.get(roomId)
    if (!room) throw new KlaError('ROOM_NOT_FOUND')
    return room
  }
  const isOpen = ({ seats, spectatorConsents }: Room): boolean =>
    seats.length === 2 && seats.every(({ accountId }) => spectatorConsents.includes(accountId))
  const drop = (roomId: string, leaves: (watcher: Watcher) => boolean): void => {
    if (!rooms.get(roomId)?.watchers.some(leaves)) return
    change(roomId, (room) => {
      room.watchers = room.watchers.filter((watcher) => !leaves(watcher))
    })
  }
  return {
    watchRoom: async ({ roomId, pass, connection }, context) => {
      const room = find(roomId)
      if (room.watchers.some((watcher) => watcher.connection?.socketId === connection?.socketId)) return { room }
      const judge = pass !== ''
      const administrator = context?.principal?.startsWith('administrator-') ?? false
      if (judge && (!administrator || used.has(pass) || !pass.startsWith(PASS)))
        throw new KlaError('WATCH_PASS_INVALID')
      if (!judge && !isOpen(room)) throw new KlaError('NOT_WATCHABLE')
      used.add(pass)
      const accountId = judge ? 0 : accountOf(context?.principal)
      change(roomId, (next) => {
        const name = judge ? 'Mara' : `player${accountId}`
        next.watchers = [...next.watchers, { connection, name, judge, accountId, sinceMs: 1 }]
      })
      return { room: find(roomId) }
    },
    stopWatching: async ({ roomId, connection }) => {
      drop(roomId, (watcher) => watcher.connection?.socketId === connection?.socketId)
      return {}
    },
    allowSpectators: async ({ roomId, allow }, context) => {
      const accountId = accountOf(context?.principal)
      if (!find(roomId).seats.some((seat) => seat.accountId === accountId)) throw new KlaError('NOT_SEATED')
      change(roomId, (room) => {
        room.spectatorConsents = room.spectatorConsents.filter((consenting) => consenting !== accountId)
        if (allow) room.spectatorConsents.push(accountId)
        if (!isOpen(room)) room.watchers = room.watchers.filter(({ judge }) => judge)
      })
      return { room: find(roomId) }
    },
  }
}
