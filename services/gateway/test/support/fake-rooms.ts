import { type Bus, KlaError, newId } from '@kla/chassis'
import {
  type Connection,
  type LostConnection,
  type Room,
  type RoomListItem,
  RoomUpdate,
  type Seat,
  subjects,
} from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { accountOf, isAdult } from './fake-auth.js'

export interface FakeRooms {
  readonly client: Clients['rooms']
  readonly rooms: Map<string, Room>
  readonly lost: LostConnection[]
  /** Rooms in which a player has asked to play. */
  readonly played: Set<string>
  /** Blocks by leaveAndBlock, as "2 by 1". */
  readonly blocked: string[]
  /** Counts calls by name. */
  readonly calls: Map<string, number>
  /** Runs before each call; may wait or throw. */
  before: (call: string) => Promise<void>
  /** Changes a room as the service would, and publishes that. */
  change(roomId: string, edit: (room: Room) => void): void
  close(roomId: string, reason: string): void
  /** Whether changes are published; false simulates lost updates. */
  tells: boolean
  /** Whether a room gets the id that was proposed for it. */
  keepsProposals: boolean
  /** Value of `unplayed` in joins and resumes; undefined if they omit it, as repeated joins do. */
  knowsUnplayed: boolean | undefined
}

/** The rooms service in memory, which publishes updates through a real bus. */
/** Copy before use: each room has its own list of players. */
const CLOSED = { epoch: 0, open: false, closedWhy: '', closedBy: 0 }

export function createFakeRooms(bus: Bus): FakeRooms {
  const rooms = new Map<string, Room>()
  const answers = new Map<string, Room>()
  const calls = new Map<string, number>()
  const lost: LostConnection[] = []

  const tell = (room: Room, closedReason = ''): void => {
    if (!fake.tells) return
    const update = RoomUpdate.encode({ roomId: room.id, room, changes: [], closedReason }).finish()
    bus.publish(subjects.roomSeats(room.id), update)
  }
  const find = (roomId: string): Room => {
    const room = rooms.get(roomId)
    if (!room) throw new KlaError('ROOM_NOT_FOUND')
    return room
  }
  const counted = async (name: string): Promise<void> => {
    calls.set(name, (calls.get(name) ?? 0) + 1)
    await fake.before(name)
  }
  const seat = (room: Room, accountId: number, connection: Connection | undefined, continues?: string): Room => {
    fake.change(room.id, (next) => {
      const before = next.seats.find((other) => other.accountId === accountId)
      const goesOn = continues !== undefined && before?.connection?.socketId === continues
      const mine: Seat = {
        accountId,
        username: `player${accountId}`,
        discordId: String(1_000 + accountId),
        avatar: '',
        connection,
        graceDeadlineMs: 0,
        takenAtMs: 1,
        peerId: goesOn ? (before?.peerId ?? continues) : undefined,
      }
      next.seats = [...next.seats.filter((other) => other.accountId !== accountId), mine]
      if (next.reveal && !goesOn) next.reveal = { ...CLOSED, ready: [], epoch: next.reveal.epoch + 1 }
    })
    return find(room.id)
  }
  const once = (commandId: string, run: () => Room): Room => {
    const known = answers.get(commandId)
    if (known) return known
    const room = run()
    answers.set(commandId, room)
    return room
  }
  const seated = (roomId: string, accountId: number): Room => {
    const room = find(roomId)
    if (!room.seats.some((taken) => taken.accountId === accountId)) throw new KlaError('NOT_SEATED')
    return room
  }

  const leave = (roomId: string, accountId: number): void => {
    fake.change(roomId, (room) => {
      room.seats = room.seats.filter((taken) => taken.accountId !== accountId)
    })
    if (find(roomId).seats.length === 0) fake.close(roomId, 'empty')
    else bus.publish(subjects.lobbyChanged, new Uint8Array())
  }

  const listed = ({ seats, reveal, ...room }: Room): RoomListItem => ({
    ...room,
    players: seats.length,
    veiled: reveal !== undefined,
    accountIds: seats.map(({ accountId }) => accountId),
  })

  const fake: FakeRooms = {
    rooms,
    played: new Set(),
    blocked: [],
    calls,
    lost,
    tells: true,
    keepsProposals: true,
    knowsUnplayed: false,
    before: async () => undefined,
    change(roomId, edit) {
      const next = structuredClone(find(roomId))
      edit(next)
      next.version += 1
      rooms.set(roomId, next)
      tell(next)
    },
    close(roomId, reason) {
      const room = find(roomId)
      rooms.delete(roomId)
      tell({ ...room, version: room.version + 1, seats: [] }, reason)
      bus.publish(subjects.lobbyChanged, new Uint8Array())
    },
    client: {
      createRoom: async (request, context) => {
        await counted('createRoom')
        if (!isAdult(context?.principal)) throw new KlaError('AGE_NOT_CONFIRMED')
        if (request.name.trim() === '') throw new KlaError('ROOM_NAME_REQUIRED')
        const room = once(request.commandId, () => {
          const id = fake.keepsProposals ? (request.roomId ?? newId()) : newId()
          const { name, mode, capacity, category, publicRoom } = request
          const creator = `player${accountOf(context?.principal)}`
          const passcodeRequired = request.passcode !== ''
          const reveal = request.veiled ? { ...CLOSED, ready: [] } : undefined
          rooms.set(id, {
            id, name, mode, capacity, category, publicRoom, creator, passcodeRequired, seats: [], version: 0, createdAtMs: 1,
            reservedFor: [], tie: undefined, watchers: [], spectatorConsents: [], origin: 'lobby', reveal,
          }) // oxfmt-ignore
          return seat(find(id), accountOf(context?.principal), request.connection)
        })
        bus.publish(subjects.lobbyChanged, new Uint8Array())
        return { room }
      },
      joinRoom: async (request, context) => {
        await counted('joinRoom')
        if (!isAdult(context?.principal)) throw new KlaError('AGE_NOT_CONFIRMED')
        const room = find(request.roomId)
        const accountId = accountOf(context?.principal)
        const back = room.seats.some((taken) => taken.accountId === accountId)
        if (!back && room.seats.length === 2) throw new KlaError('ROOM_FULL')
        if (!back && room.passcodeRequired && request.passcode !== 'sesame') throw new KlaError('WRONG_PASSCODE')
        if (request.veiledOnly && !room.reveal) throw new KlaError('ROOM_NOT_VEILED')
        const hostIsHere = room.seats.some(({ username }) => username === room.creator)
        if (!back && request.invited && !hostIsHere) throw new KlaError('HOST_LEFT')
        const isRepeat = answers.has(request.commandId)
        const joined = once(request.commandId, () => seat(room, accountId, request.connection))
        bus.publish(subjects.lobbyChanged, new Uint8Array())
        return { room: joined, unplayed: isRepeat ? undefined : fake.knowsUnplayed }
      },
      lookAtRoom: async ({ roomId }, context) => {
        await counted('lookAtRoom')
        if (!isAdult(context?.principal)) throw new KlaError('AGE_NOT_CONFIRMED')
        const room = find(roomId)
        return { room: listed(room), hostLeft: room.seats.every(({ username }) => username !== room.creator) }
      },
      resumeSeat: async ({ roomId, connection, continues }, context) => {
        await counted('resumeSeat')
        const accountId = accountOf(context?.principal)
        return { room: seat(seated(roomId, accountId), accountId, connection, continues), unplayed: fake.knowsUnplayed }
      },
      leaveRoom: async ({ roomId }, context) => {
        await counted('leaveRoom')
        const accountId = accountOf(context?.principal)
        seated(roomId, accountId)
        leave(roomId, accountId)
        return {}
      },
      leaveAndBlock: async ({ roomId, accountId: wanted }, context) => {
        await counted('leaveAndBlock')
        const accountId = accountOf(context?.principal)
        const seats = rooms.get(roomId)?.seats ?? []
        const other = wanted || (seats.find((taken) => taken.accountId !== accountId)?.accountId ?? 0)
        const isSeated = seats.some((taken) => taken.accountId === accountId)
        if (!isSeated && wanted === 0) throw new KlaError('NOT_SEATED')
        fake.blocked.push(`${other} by ${accountId}`)
        if (isSeated) leave(roomId, accountId)
        return { blockedId: other, incident: other === 0 ? '' : `incident-${accountId}-${other}` }
      },
      setReveal: async ({ commandId, roomId, show, epoch }, context) => {
        await counted('setReveal')
        const accountId = accountOf(context?.principal)
        if (!seated(roomId, accountId).reveal) throw new KlaError('NOT_VEILED')
        const known = answers.get(commandId)
        if (known) return { room: known }
        if (show && epoch !== find(roomId).reveal?.epoch) throw new KlaError('REVEAL_OUTDATED')
        fake.change(roomId, ({ reveal, seats }) => {
          if (!reveal) return
          if (!show && reveal.open) Object.assign(reveal, { closedWhy: 'withdrawn', closedBy: accountId })
          reveal.ready = show ? [...new Set([...reveal.ready, accountId])] : []
          reveal.epoch += show ? 0 : 1
          reveal.open = seats.length === 2 && seats.every((taken) => reveal.ready.includes(taken.accountId))
        })
        answers.set(commandId, find(roomId))
        return { room: find(roomId) }
      },
      reserveForPlay: () => Promise.reject(new KlaError('CALLER_NOT_ALLOWED')),
      getRoom: async ({ roomId }) => {
        await counted('getRoom')
        return { room: find(roomId) }
      },
      listRooms: async () => {
        await counted('listRooms')
        return { rooms: [...rooms.values()].map(listed) }
      },
      reportConnectionsLost: async (request) => {
        await counted('reportConnectionsLost')
        for (const { roomId, accountId, socketId } of request.lost) {
          lost.push({ roomId, accountId, socketId })
          if (rooms.get(roomId)?.watchers.some(({ connection }) => connection?.socketId === socketId)) {
            fake.change(roomId, (room) => {
              room.watchers = room.watchers.filter(({ connection }) => connection?.socketId !== socketId)
            })
          }
          const mine = rooms.get(roomId)?.seats.find((taken) => taken.accountId === accountId)
          if (mine?.connection?.socketId !== socketId) continue
          fake.change(roomId, (room) => {
            for (const taken of room.seats)
              if (taken.accountId === accountId) taken.graceDeadlineMs = Date.now() + 15_000
          })
        }
        return {}
      },
      findSeats: async ({ accountIds, roomIds }) => {
        await counted('findSeats')
        const all = [...rooms.values()].flatMap(({ id, seats }) =>
          seats.map(({ accountId }) => ({ accountId, roomId: id, playing: fake.played.has(id) && seats.length === 2 })),
        )
        return {
          seats: all.filter(({ accountId }) => accountIds.includes(accountId)),
          seatsInRooms: all.filter(({ roomId }) => roomIds.includes(roomId)),
        }
      },
      renewGateway: async () => {
        await counted('renewGateway')
        return { leaseMs: 6_000 }
      },
    },
  }
  return fake
}
