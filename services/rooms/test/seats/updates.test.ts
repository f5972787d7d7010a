import { expect, test } from '@jest/globals'
import { AuditRecorded, SeatsChanged, subjects } from '@kla/proto'
import type { Command } from '../../src/seats/rules/command.js'
import type { Changed } from '../../src/seats/rules/outcome.js'
import { reduce } from '../../src/seats/rules/reduce.js'
import { updateMessages, watchEndMessages } from '../../src/seats/updates.js'
import type { Room } from '../../src/shared/rules/room.js'

const does = (room: Room | undefined, command: Command, nowMs = 1_800_000_000_000): Changed => {
  const outcome = reduce(room, command, { nowMs, graceMs: 15_000 })
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome
}
const player = (accountId: number) => ({
  person: { accountId, username: `player${accountId}`, discordId: '', avatar: '' },
  connection: { socketId: `s${accountId}`, gatewayId: 'g' },
  claim: `claim-${accountId}`,
})
const room = { roomId: 'r', name: 'n', mode: 'rush', capacity: 2, category: 'default' } as const
const opened = (tie: Room['tie']): Changed =>
  does(undefined, { kind: 'open', ...room, origin: tie ? 'tie' : 'match', tie, players: [player(1), player(2)] })
const created = does(undefined, { kind: 'create', ...room, publicRoom: true, passcodeHash: '', ...player(1) })
const joined = does(created.room, {
  kind: 'join',
  ...player(2),
  passcode: 'unchecked',
  blocks: { askedAbout: [1], blocked: false },
})
const tie = opened({ cupId: 'c', tieId: '1-1', cupName: 'Cup' })
const left = does(joined.room, { kind: 'leave', accountId: 1 })

const NEW: readonly (readonly [string, Changed])[] = [
  ['a room that a player creates', created],
  ['a room that opens for a match', opened(null)],
]
const FREED: readonly (readonly [string, Changed])[] = [
  ['a departure', left],
  ['the departure that closes a room', does(left.room, { kind: 'leave', accountId: 2 })],
  ['a room that opens for a tie', tie],
]

const lost = (room: Room): Changed => does(room, { kind: 'lose-connection', accountId: 1, socketId: 's1' })

const published = (changed: Changed, before?: Room): readonly (readonly [string, string])[] =>
  updateMessages(before, changed, false, () => undefined)
    .filter(({ eventId }) => eventId !== undefined)
    .map(({ subject, data }) => [subject, SeatsChanged.decode(Buffer.from(data, 'base64')).eventId])

test('a join is published once to consumers of every change', () => {
  expect(published(joined, created.room)).toEqual([[subjects.eventSeatsKept, `r.${joined.room.version}`]])
})

test('a departure after a failover has an id of its own, though the failover lost the commit before it', () => {
  const departure = does(joined.room, { kind: 'leave', accountId: 1 }, 1_800_000_002_000)
  expect(published(departure)[0]?.[1]).not.toBe(published(lost(joined.room))[0]?.[1])
  expect(departure.room.version).toBeGreaterThan(lost(joined.room).room.version)
})

test.each(NEW)('%s is published only to its gateways, because it has no pair', (_, changed) => {
  expect(published(changed)).toEqual([])
  expect(updateMessages(undefined, changed, false, () => undefined).map(({ subject }) => subject)).toEqual([
    subjects.roomSeats('r'),
  ])
})

test.each(FREED)('%s is published once to consumers of departures', (_, changed) => {
  expect(published(changed)).toEqual([[subjects.eventSeatsFreed, `r.${changed.room.version}`]])
})

test('the beginning of a grace period is published only to the gateways of the room', () => {
  expect(published(lost(joined.room), joined.room)).toEqual([])
  expect(updateMessages(joined.room, lost(joined.room), false, () => undefined).map(({ subject }) => subject)).toEqual([
    subjects.roomSeats('r'),
  ])
})

test('the beginning of a grace period is published to all consumers if there are or were watchers', () => {
  const judge = {
    accountId: 0,
    name: 'Judge',
    judge: true,
    connection: { socketId: 'w', gatewayId: 'g' },
    claim: 'w',
    sinceMs: 0,
  }
  const watched = { ...joined.room, watchers: [judge] } as unknown as Room
  const changed = lost(watched)
  expect(published(changed, watched)).toEqual([[subjects.eventSeatsKept, `r.${changed.room.version}`]])
  expect(published({ ...changed, room: { ...changed.room, watchers: [] } }, watched)).toHaveLength(1)
})

test('the end of a judge is published to the audit log by the same id, however often it is', () => {
  const claims = ['one', 'two']
  const judges = claims.map((claim) => ({
    accountId: 0,
    name: 'Judge',
    judge: true,
    connection: { socketId: claim, gatewayId: 'g' },
    claim,
    sinceMs: 1_000,
    administrator: { id: 7, name: 'mara' },
  }))
  const watched: Room = { ...tie.room, watchers: judges }
  const after: Room = { ...watched, version: watched.version + 1, watchers: judges.slice(1) }
  const messages = [1, 2].map(() => watchEndMessages(watched, after, 3_500))
  const [[one] = [], [again] = []] = messages
  expect(messages.map(({ length }) => length)).toEqual([1, 1])
  expect(one).toMatchObject({ subject: subjects.eventAuditRecorded('rooms'), eventId: again?.eventId })
  const event = AuditRecorded.decode(Buffer.from(one?.data ?? '', 'base64'))
  expect(event).toMatchObject({ action: 'cups.watch-end', actorId: 7, subjectId: 'c', eventId: one?.eventId })
  expect(JSON.parse(event.details)).toEqual({ tieId: '1-1', seconds: 3 })
  expect(watchEndMessages(undefined, after, 3_500)).toEqual([])
  expect(watchEndMessages(watched, { ...after, watchers: judges }, 3_500)).toEqual([])
})
