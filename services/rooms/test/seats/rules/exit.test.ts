import { describe, expect, test } from '@jest/globals'
import { PlayerBlocked, RoomUpdate, subjects } from '@kla/proto'
import type { BlockRequest, Command } from '../../../src/seats/rules/command.js'
import type { Changed } from '../../../src/seats/rules/outcome.js'
import { reduce } from '../../../src/seats/rules/reduce.js'
import { updateMessages } from '../../../src/seats/updates.js'
import type { Room } from '../../../src/shared/rules/room.js'

const NOW_MS = 1_800_000_000_000

const person = (accountId: number) => ({ accountId, username: `player${accountId}`, discordId: '', avatar: '' })
const seat = (accountId: number) => ({
  person: person(accountId),
  claim: `claim-${accountId}`,
  connection: { socketId: `s${accountId}`, gatewayId: 'g' },
})
const does = (room: Room | undefined, command: Command): Changed => {
  const outcome = reduce(room, command, { nowMs: NOW_MS, graceMs: 15_000 })
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome
}
const fields = {
  roomId: 'r',
  name: 'n',
  mode: 'rush',
  capacity: 2,
  category: 'default',
  publicRoom: true,
  passcodeHash: '',
} as const
const alone = does(undefined, { kind: 'create', ...fields, ...seat(1) }).room
const both = does(alone, {
  kind: 'join',
  ...seat(2),
  passcode: 'unchecked',
  blocks: { askedAbout: [1], blocked: false },
}).room
const watched: Room = {
  ...both,
  watchers: [
    { connection: { socketId: 's3', gatewayId: 'g' }, name: 'three', judge: false, accountId: 3, sinceMs: NOW_MS },
  ],
}
const leaves = (room: Room, blocks: Partial<BlockRequest> = {}): Changed =>
  does(room, { kind: 'leave', accountId: 1, safety: true, blocks: { wanted: 0, otherwise: undefined, ...blocks } })

describe('the panic exit', () => {
  test('frees the seat, marked as safety, and blocks the other player', () => {
    const { room, changes, exit } = leaves(both)
    expect(room.seats.map(({ accountId }) => accountId)).toEqual([2])
    expect(changes).toMatchObject([{ kind: 'left', safety: true, seat: { accountId: 1 } }])
    expect(exit).toMatchObject({ blockedId: 2, atMs: NOW_MS, incident: { roomId: 'r', holder: 1, other: 2 } })
  })

  test('blocks the named player or spectator of the room', () => {
    expect(leaves(both, { wanted: 2 }).exit).toMatchObject({ blockedId: 2 })
    expect(leaves(watched, { wanted: 3 }).exit).toMatchObject({ blockedId: 3, incident: { other: 3 } })
  })

  test('blocks a permitted account that is not present, otherwise no one', () => {
    const otherwise = { accountId: 7, incident: null }
    expect(leaves(alone, { otherwise }).exit).toEqual({ blockedId: 7, atMs: NOW_MS, incident: null })
    expect(leaves(both, { wanted: 7, otherwise }).exit).toMatchObject({ blockedId: 7 })
    expect(leaves(both, { wanted: 8 })).toMatchObject({
      exit: { blockedId: 0 },
      changes: [{ kind: 'left', safety: true }],
    })
    expect(leaves(both, { wanted: 1 }).exit).toMatchObject({ blockedId: 0 })
  })

  test('of the last player closes the room', () => {
    expect(leaves(alone)).toMatchObject({ closedReason: 'empty', exit: { blockedId: 0 } })
  })

  test('is refused without a seat, and differs from an ordinary leaving', () => {
    const blocks = { wanted: 0, otherwise: undefined }
    const stranger = { kind: 'leave', accountId: 9, safety: true, blocks } as const
    expect(reduce(both, stranger, { nowMs: NOW_MS, graceMs: 1 })).toEqual({ refused: 'NOT_SEATED' })
    const left = does(both, { kind: 'leave', accountId: 1 })
    expect(left.exit).toBeUndefined()
    expect(left.changes[0]?.safety).toBeUndefined()
  })

  test('publishes the block as a separate event beside the freed seat', () => {
    const changed = leaves(both)
    const messages = updateMessages(undefined, changed, false, () => undefined)
    const [update, , blocked] = messages
    expect(RoomUpdate.decode(Buffer.from(update!.data, 'base64')).changes).toMatchObject([{ safety: true }])
    const eventId = `r.${changed.room.version}.blocked.1`
    expect(blocked).toMatchObject({ subject: subjects.eventPlayerBlocked, eventId })
    expect(PlayerBlocked.decode(Buffer.from(blocked!.data, 'base64'))).toEqual({
      eventId,
      blockerId: 1,
      blockedId: 2,
      atMs: NOW_MS,
    })
    expect(updateMessages(undefined, leaves(alone), false, () => undefined)).toHaveLength(2)
  })
})
