import { type Bus, KlaError, newId } from '@kla/chassis'
import { messageOf, Room, RoomUpdate, Seat, SeatChange, SeatChangeKind, SeatsChanged, subjects } from '@kla/proto'
import type { Category, Mode } from '@kla/proto/web'
import type { Rooms } from '../../src/battle/rpc.js'
import type { RoomSnapshot } from '../../src/battle/rules/step.js'

/** Rooms as the test says they are, told the way the rooms service tells of them. */
export class FakeRooms implements Rooms {
  readonly rooms = new Map<string, RoomSnapshot>()
  /** What rooms were asked for, in order. */
  readonly asked: string[] = []

  constructor(private readonly bus: Bus) {}

  open(players: readonly number[], mode: Mode = 'rush', category: Category = 'default'): string {
    const roomId = newId()
    const seats = players.map((accountId) => ({ accountId, seatTakenAtMs: 1 }))
    this.rooms.set(roomId, { version: 1, mode, category, seats })
    return roomId
  }

  /** The seat is taken, and the event of it stored. */
  async sit(roomId: string, accountId: number, seatTakenAtMs: number): Promise<void> {
    const room = this.room(roomId)
    const seats = [...room.seats, { accountId, seatTakenAtMs }]
    const version = room.version + 1
    this.rooms.set(roomId, { ...room, version, seats })
    const seat = messageOf(Seat, { accountId, takenAtMs: seatTakenAtMs })
    const changes = [messageOf(SeatChange, { kind: SeatChangeKind.TAKEN, seat })]
    await this.publish(subjects.eventSeatsKept, { roomId, room: roomMessage(roomId, version, seats), changes })
  }

  /** The seat is free, and the event of it stored; `safety`: by the way out. */
  async leave(roomId: string, accountId: number, safety = false): Promise<void> {
    const room = this.room(roomId)
    const seat = room.seats.find((holder) => holder.accountId === accountId)
    if (!seat) throw new Error('no player in this seat')
    const seats = room.seats.filter((holder) => holder !== seat)
    const version = room.version + 1
    if (seats.length > 0) this.rooms.set(roomId, { ...room, version, seats })
    else this.rooms.delete(roomId)
    const freed = messageOf(Seat, { accountId, takenAtMs: seat.seatTakenAtMs })
    await this.publish(subjects.eventSeatsFreed, {
      roomId,
      room: roomMessage(roomId, version, seats),
      changes: [messageOf(SeatChange, { kind: SeatChangeKind.LEFT, seat: freed, safety })],
      closedReason: seats.length > 0 ? '' : 'empty',
    })
  }

  getRoom(roomId: string): Promise<RoomSnapshot> {
    return this.answer(roomId, 'getRoom')
  }

  reserveForPlay(roomId: string): Promise<RoomSnapshot> {
    return this.answer(roomId, 'reserveForPlay')
  }

  private async publish(subject: string, update: Partial<RoomUpdate>): Promise<void> {
    const event = { eventId: newId(), update: messageOf(RoomUpdate, update) }
    await this.bus.publishEvent(subject, event.eventId, SeatsChanged.encode(event).finish())
  }

  private answer(roomId: string, method: 'getRoom' | 'reserveForPlay'): Promise<RoomSnapshot> {
    this.asked.push(`${roomId} ${method}`)
    const room = this.rooms.get(roomId)
    return room ? Promise.resolve(room) : Promise.reject(new KlaError('ROOM_NOT_FOUND'))
  }

  close(): void {}

  private room(roomId: string): RoomSnapshot {
    const room = this.rooms.get(roomId)
    if (!room) throw new Error('there is no such room')
    return room
  }
}

const roomMessage = (id: string, version: number, seats: RoomSnapshot['seats']): Room =>
  messageOf(Room, {
    id,
    version,
    seats: seats.map(({ accountId, seatTakenAtMs }) => messageOf(Seat, { accountId, takenAtMs: seatTakenAtMs })),
  })
