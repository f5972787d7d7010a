import { describe, expect, test } from '@jest/globals'
import { newestName } from '../../../src/seats/rules/names.js'
import { effectsOf, reduce } from '../../../src/seats/rules/reduce.js'
import type { Person, Room } from '../../../src/shared/rules/room.js'

const MOMENT = { nowMs: 1_000, graceMs: 30_000 }
const person = (accountId: number, username: string, nameRevision?: number): Person => ({
  accountId,
  username,
  discordId: nameRevision === undefined ? String(accountId) : '',
  avatar: '',
  ...(nameRevision === undefined
    ? { alias: accountId * 111 }
    : { nameRevision, alias: accountId * 1_000 + nameRevision }),
})
const at = (accountId: number) => ({
  connection: { socketId: `s${accountId}`, gatewayId: 'g' },
  claim: `c${accountId}`,
})

function changed(room: Room | undefined, command: Parameters<typeof reduce>[1]): Room {
  const outcome = reduce(room, command, MOMENT)
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.room
}

const created = changed(undefined, {
  kind: 'create',
  roomId: 'r',
  name: 'n',
  mode: 'rush',
  capacity: 2,
  category: 'default',
  publicRoom: true,
  passcodeHash: '',
  person: person(1, 'handle'),
  ...at(1),
})
const join = {
  kind: 'join',
  person: person(2, 'other'),
  ...at(2),
  passcode: 'right',
  blocks: { askedAbout: [1], blocked: false },
} as const
const rename = (username: string, revision: number) =>
  ({ kind: 'rename', person: person(1, username, revision) }) as const

describe('a renamed player', () => {
  test('has the new name immediately without an opponent, as player and as creator', () => {
    const after = changed(created, rename('Velvet Otter 42', 1))
    expect(after.seats[0]).toMatchObject({
      username: 'Velvet Otter 42',
      discordId: '',
      alias: 1_001,
      connection: at(1).connection,
      claim: 'c1',
    })
    expect(after.creator).toBe('Velvet Otter 42')
    expect(after.version).toBeGreaterThan(created.version)
    expect(effectsOf(created, { room: after, changes: [], closedReason: '' }).listChanged).toBe(true)
  })

  test('keeps the name if an opponent has seen it, even after that one has left', () => {
    const full = changed(created, join)
    const during = changed(full, rename('Velvet Otter 42', 1))
    expect(during.seats.map(({ username }) => username)).toEqual(['handle', 'other'])
    expect(during.creator).toBe('handle')
    const latest = changed(during, rename('Amber Wren 51', 2))
    const after = changed(latest, { kind: 'leave', accountId: 2 })
    expect(after).toMatchObject({ creator: 'handle', seats: [{ username: 'handle', alias: 111 }] })
  })

  test('keeps the name in the list after leaving the room to the opponent', () => {
    const left = changed(changed(created, join), { kind: 'leave', accountId: 1 })
    expect(changed(left, rename('Velvet Otter 42', 1))).toMatchObject({
      creator: 'handle',
      seats: [{ username: 'other' }],
    })
  })

  test('ignores events that are repeated or late', () => {
    const after = changed(created, rename('Amber Wren 51', 2))
    expect(changed(after, rename('Amber Wren 51', 2))).toBe(after)
    expect(changed(after, rename('Velvet Otter 42', 1))).toBe(after)
  })

  test('sits down under the newer name', () => {
    expect(newestName(person(1, 'handle'), person(1, 'Amber Wren 51', 2)).username).toBe('Amber Wren 51')
    expect(newestName(person(1, 'Amber Wren 51', 2), person(1, 'Velvet Otter 42', 1)).username).toBe('Amber Wren 51')
    expect(newestName(person(1, 'handle'), undefined).username).toBe('handle')
  })
})
