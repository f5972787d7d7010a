import { refuse } from '../../shared/rules/input.js'
import type { Person, Reveal, Room, Seat, SeatChange } from '../../shared/rules/room.js'
import type { CreateCommand, Moment, NewSeat, OpenCommand } from './command.js'
import { type Outcome, settle } from './outcome.js'

export function createRoom(room: Room | undefined, command: CreateCommand, moment: Moment): Outcome {
  if (room) return refuse('CONFLICT')
  const { roomId: id, name, mode, capacity, category, publicRoom, passcodeHash, person, veiled } = command
  const empty = { ...EMPTY, id, name, mode, capacity, category, publicRoom, passcodeHash, ...creatorOf(person) }
  const seat = newSeat(command, moment)
  return settle({ ...empty, reveal: veiled ? VEILED : null, createdAtMs: moment.nowMs }, [seat], [taken(seat)])
}

/** Opens veiled, every seat in its grace period. */
export function openRoom(room: Room | undefined, command: OpenCommand, moment: Moment): Outcome {
  if (room) return refuse('CONFLICT')
  const { roomId: id, name, mode, category, origin, tie, players } = command
  const empty = { ...EMPTY, id, name, mode, category, origin, tie, createdAtMs: moment.nowMs }
  const reserved = {
    capacity: players.length,
    ...(players[0] ? creatorOf(players[0].person) : { creator: '' }),
    reservedFor: players.map(({ person }) => person.accountId),
    reveal: VEILED,
  }
  const seats = players.map((player) => ({
    ...newSeat(player, moment),
    graceDeadlineMs: moment.nowMs + moment.graceMs,
    reserved: true,
  }))
  return settle({ ...empty, ...reserved }, seats, seats.map(taken))
}

const creatorOf = ({
  accountId,
  username,
  nameRevision = 0,
}: Person): Pick<Room, 'creator' | 'creatorId' | 'creatorRevision'> => ({
  creator: username,
  creatorId: accountId,
  creatorRevision: nameRevision,
})

export const newSeat = ({ person, connection, claim }: NewSeat, { nowMs }: Moment): Seat => ({
  ...person,
  connection,
  claim,
  graceDeadlineMs: 0,
  takenAtMs: nowMs,
})

export const taken = (seat: Seat): SeatChange => ({ kind: 'taken', seat, replacedSocketId: '' })

const EMPTY = {
  publicRoom: false,
  passcodeHash: '',
  seats: [],
  origin: 'lobby',
  reservedFor: [],
  tie: null,
  watchers: [],
  spectatorConsents: [],
  reveal: null,
  version: 0,
} as const

const VEILED: Reveal = { epoch: 0, ready: [], openedAtMs: null }
