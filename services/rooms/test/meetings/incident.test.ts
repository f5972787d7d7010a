import { randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { INCIDENT_MAX, ROOM_NAME_MAX } from '@kla/proto/web'
import { createIncidents, expiryMs } from '../../src/meetings/incident.js'
import { reduce } from '../../src/seats/rules/reduce.js'
import { hourOf, type Incident } from '../../src/shared/rules/incident.js'
import type { Room } from '../../src/shared/rules/room.js'

const [key, otherKey] = [randomBytes(32), randomBytes(32)]
const incidents = createIncidents([key])
const HOUR_MS = 3_600_000
const NOON_MS = 500_000 * HOUR_MS

const incident: Incident = {
  roomId: newId(),
  roomName: 'Late evening',
  mode: 'rush',
  category: 'default',
  holder: 1,
  other: 2,
  fromMs: NOON_MS - 5_000,
  madeMs: NOON_MS,
}
const between = { holder: 1, other: 2 }

describe('an incident token', () => {
  test('returns its content to its holder about the other account', () => {
    expect(incidents.verify(incidents.encode(incident), between)).toEqual(incident)
  })

  test('reveals neither account id, and is valid for the alias that it is about', () => {
    const ids = { holder: 111_222_333, other: 444_555_666 }
    const token = incidents.encode({ ...incident, ...ids, alias: 777_888_999 })
    for (const part of token.split('.'))
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(/111222333|444555666|777888999/)
    expect(incidents.verify(token, { ...ids, alias: 777_888_999 })).toMatchObject(ids)
    expect(incidents.verify(token, { ...ids, alias: 777_888_998 })).toBeUndefined()
    expect(incidents.verify(token, ids)).toBeUndefined()
  })

  test('is rejected from the other account, about a third one, and with the two swapped', () => {
    const token = incidents.encode(incident)
    for (const foreign of [
      { holder: 2, other: 1 },
      { holder: 1, other: 3 },
      { holder: 3, other: 2 },
    ]) {
      expect(incidents.verify(token, foreign)).toBeUndefined()
    }
  })

  test('is rejected when a character is changed, removed or added, or under another key', () => {
    const token = incidents.encode(incident)
    for (let at = 0; at < token.length; at += 1) {
      // The last bits of the last character of a base64 text mean nothing.
      if (at === token.indexOf('.') - 1 || at === token.length - 1) continue
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect(incidents.verify(changed, between)).toBeUndefined()
    }
    for (const wrong of ['', '.', token.slice(0, -2), `${token}.AA`, `A${token}`, 'A'.repeat(INCIDENT_MAX + 1)]) {
      expect(incidents.verify(wrong, between)).toBeUndefined()
    }
    expect(createIncidents([otherKey]).verify(token, between)).toBeUndefined()
  })

  test('of an older key is valid while that key is kept', () => {
    expect(createIncidents([otherKey, key]).verify(incidents.encode(incident), between)).toEqual(incident)
  })

  test.each(['a', 'ж', '房', '🎭', '👨‍👩‍👧‍👦', '\u0001', '"'])('fits its limit with a room name full of %j', (character) => {
    const longest = { ...incident, roomName: character.repeat(ROOM_NAME_MAX), category: 'straight', mode: 'stamina' }
    const ids = { holder: Number.MAX_SAFE_INTEGER, other: Number.MAX_SAFE_INTEGER - 1 }
    const token = incidents.encode({ ...longest, ...ids })
    expect(token.length).toBeLessThanOrEqual(INCIDENT_MAX)
    expect(incidents.verify(token, ids)?.roomName).toBe(longest.roomName)
  })

  test('expires a day after the hour in which it was made', () => {
    expect(expiryMs({ ...incident, madeMs: hourOf(NOON_MS + HOUR_MS - 1) })).toBe(NOON_MS + 24 * HOUR_MS)
  })

  test('of a room stays the same for an hour, differs for each seat, and is absent while a player is alone', () => {
    const alone = sit(undefined, 1)
    expect(incidents.tokenIn(alone, 1, NOON_MS)).toBeUndefined()
    const both = sit(alone, 2)
    const token = incidents.tokenIn(both, 1, NOON_MS)
    expect(incidents.tokenIn(both, 1, NOON_MS + HOUR_MS - 1)).toBe(token)
    expect(incidents.tokenIn(both, 1, NOON_MS + HOUR_MS)).not.toBe(token)
    expect(incidents.tokenIn(both, 2, NOON_MS)).not.toBe(token)
    expect(incidents.verify(token ?? '', between)).toMatchObject({ roomId: both.id, roomName: 'n', fromMs: 2_000 })
  })
})

function sit(room: Room | undefined, accountId: number): Room {
  const person = { accountId, username: `player${accountId}`, discordId: '', avatar: '' }
  const seat = { person, connection: { socketId: `s${accountId}`, gatewayId: 'g' }, claim: `c${accountId}` }
  const fields = {
    roomId: 'r',
    name: 'n',
    mode: 'rush',
    capacity: 2,
    category: 'default',
    publicRoom: true,
    passcodeHash: '',
  } as const
  const command = room
    ? ({ kind: 'join', ...seat, passcode: 'unchecked', blocks: { askedAbout: [1], blocked: false } } as const)
    : ({ kind: 'create', ...fields, ...seat } as const)
  const outcome = reduce(room, command, { nowMs: accountId * 1_000, graceMs: 15_000 })
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.room
}
