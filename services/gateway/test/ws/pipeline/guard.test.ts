import { describe, expect, test } from '@jest/globals'
import type { Restriction } from '@kla/proto'
import type { AnyRow } from '../../../src/ws/pipeline/event-row.js'
import { type Caller, guard, isOpenTo } from '../../../src/ws/pipeline/guard.js'

const ACCESSES = ['anyone', 'signed-in', 'seated', 'seated-or-watching', 'signed-in-or-watching'] as const
type Access = (typeof ACCESSES)[number]

const row = (access: Access, more: Partial<AnyRow> = {}): AnyRow =>
  ({ access, rate: 'entry', lane: 'entry', handle: () => undefined, ...more }) as AnyRow
const session = { key: 's', account: { id: 7 } } as Caller['session']
const room = { roomId: 'r' } as Caller['room']
const player = { roomId: 'r', watching: false } as Caller['member']
const watcher = { roomId: 'r', watching: true } as Caller['member']
const ban = { scope: 'global', untilMs: 0, reason: '' } as Restriction

const visitor: Caller = { session: undefined, member: undefined, room: undefined, ban: undefined }
const signedIn: Caller = { ...visitor, session }
const seated: Caller = { ...signedIn, member: player, room }
const watching: Caller = { ...visitor, member: watcher, room }

const verdictOf = (access: Access, caller: Caller, roomId?: string): string =>
  guard(row(access), caller, roomId).refusal?.reason ?? 'granted'

describe('guard', () => {
  test.each([
    ['a visitor', visitor, ['granted', 'NOT_SIGNED_IN', 'NOT_SIGNED_IN', 'NOT_SIGNED_IN', 'NOT_SIGNED_IN']],
    ['a signed-in player', signedIn, ['granted', 'granted', 'NOT_SEATED', 'NOT_SEATED', 'granted']],
    ['a seated player', seated, ['granted', 'granted', 'granted', 'granted', 'granted']],
    ['a judge who watches', watching, ['granted', 'NOT_SIGNED_IN', 'NOT_SIGNED_IN', 'granted', 'granted']],
    ['a player who watches', { ...watching, session }, ['granted', 'granted', 'NOT_SEATED', 'granted', 'granted']],
    ['a banned player', { ...seated, ban }, ['granted', 'BANNED', 'BANNED', 'BANNED', 'BANNED']],
  ] as const)('gives %s what each access allows', (_name, caller, verdicts) => {
    expect(ACCESSES.map((access) => verdictOf(access, caller))).toEqual(verdicts)
  })

  test('refuses an event that names another room', () => {
    expect(verdictOf('seated', seated, 'r')).toBe('granted')
    expect(verdictOf('seated', seated, 'another')).toBe('NOT_SEATED')
    expect(verdictOf('seated-or-watching', watching, 'another')).toBe('NOT_SEATED')
  })

  test('refuses a member whose room has no connection here any more', () => {
    expect(verdictOf('seated', { ...seated, room: undefined })).toBe('NOT_SEATED')
  })

  test('lets a banned player leave', () => {
    expect(guard(row('signed-in', { allowBanned: true }), { ...seated, ban }, 'r').refusal).toBeUndefined()
  })

  test("uses the row's own refusal for visitors", () => {
    const create = row('signed-in', { anonymous: 'NOT_SIGNED_IN_TO_CREATE' })
    expect(guard(create, visitor, undefined).refusal?.reason).toBe('NOT_SIGNED_IN_TO_CREATE')
  })

  test('repeats an earlier answer to a player who lost the seat, but not to a banned one', () => {
    expect(guard(row('seated'), signedIn, 'r')).toMatchObject({ session, byAccount: false })
    expect(guard(row('seated'), { ...signedIn, ban }, 'r')).toMatchObject({ byAccount: true })
  })

  test('acts for no account where the event is open to the caller', () => {
    expect(guard(row('anyone'), seated, undefined)).toMatchObject({ session: undefined })
    expect(isOpenTo(row('signed-in-or-watching'), watcher)).toBe(true)
    expect(isOpenTo(row('signed-in-or-watching'), player)).toBe(false)
  })
})
