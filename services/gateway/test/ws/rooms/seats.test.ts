import { expect, test } from '@jest/globals'
import type { Room, Seat } from '@kla/proto'
import { seatChanges } from '../../../src/ws/rooms/seats.js'

const seat = (accountId: number, socketId: string, graceDeadlineMs = 0): Seat => ({
  accountId,
  username: 'u',
  discordId: 'd',
  avatar: '',
  connection: { socketId, gatewayId: 'g' },
  graceDeadlineMs,
  takenAtMs: 1,
})
const room = (...seats: Seat[]): Room => ({ seats }) as Room

test.each<[string, Room, Room, [string, number][]]>([
  ['nothing', room(seat(1, 'a')), room(seat(1, 'a')), []],
  ['a seat taken', room(seat(1, 'a')), room(seat(1, 'a'), seat(2, 'b')), [['connected', 2]]],
  ['a seat left', room(seat(1, 'a'), seat(2, 'b')), room(seat(1, 'a')), [['disconnected', 2]]],
  ['a connection lost', room(seat(1, 'a')), room(seat(1, 'a', 5)), [['lost', 1]]],
  ['a seat resumed', room(seat(1, 'a', 5)), room(seat(1, 'b')), [['connected', 1]]],
  ['a seat resumed on the same connection', room(seat(1, 'a', 5)), room(seat(1, 'a')), [['connected', 1]]],
  ['a seat that went and one that came, unseen between', room(seat(1, 'a')), room(seat(2, 'b')), [['disconnected', 1], ['connected', 2]]],
])('seatChanges reports %s', (_what, before, after, expected) => {
  expect(seatChanges(before, after).map(({ kind, seat: changed }) => [kind, changed.accountId])).toEqual(expected)
}) // oxfmt-ignore
