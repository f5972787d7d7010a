import { describe, expect, test } from '@jest/globals'
import type { Refused } from '@kla/chassis'
import { BAN_DURATION_MAX_MS, BAN_REASON_MAX, BAN_SCOPES, NOTES_MAX, refusedField } from '@kla/proto/web'
import fc from 'fast-check'
import {
  type Ban,
  type BanOrder,
  decideBan,
  IN_FORCE_MAX,
  isInForce,
  longest,
  orderBan,
  restrictionsOf,
  SAME_BAN_MS,
} from '../../src/bans/rules.js'

const NOW_MS = 1_700_000_000_000
const by = { id: 1, nowMs: NOW_MS }
const order: BanOrder = { accountId: 7, scope: 'chat', reason: 'Spam.', notes: '', evidence: '', durationMs: 60_000 }
const ban = (given: Partial<Ban> = {}): Ban => ({
  id: 1,
  accountId: order.accountId,
  scope: order.scope,
  reason: order.reason,
  notes: order.notes,
  evidence: order.evidence,
  bannedAtMs: NOW_MS - 1,
  expiresAtMs: NOW_MS - 1 + order.durationMs,
  bannedBy: 'mod1',
  liftedAtMs: undefined,
  liftedBy: '',
  liftReason: '',
  held: false,
  thread: [],
  version: 1,
  changedAtMs: undefined,
  changedById: 0,
  changedBy: '',
  ...given,
})

describe('orderBan', () => {
  test('trims texts and bans globally by default', () => {
    const given = { ...order, scope: '', reason: ' Spam. ', evidence: ' {"a": 1} ' }
    expect(orderBan(given)).toEqual({ ...order, scope: 'global', evidence: '{"a": 1}' })
  })

  test.each<[string, Partial<BanOrder>, Refused]>([
    ['no account', { accountId: 0 }, refusedField('userId')],
    ['a negative duration', { durationMs: -1 }, refusedField('durationMs')],
    ['a duration beyond the maximum', { durationMs: BAN_DURATION_MAX_MS + 1 }, refusedField('durationMs')],
    ['a scope of its own', { scope: 'kitchen' as BanOrder['scope'] }, refusedField('scope')],
    ['a long reason', { reason: 'x'.repeat(BAN_REASON_MAX + 1) }, refusedField('reason')],
    ['long notes', { notes: 'x'.repeat(NOTES_MAX + 1) }, refusedField('notes')],
    ['evidence that is not JSON', { evidence: '{' }, { refused: 'EVIDENCE_INVALID' }],
  ])('refuses %s', (_what, given, refused) => {
    expect(orderBan({ ...order, ...given })).toEqual(refused)
  })
})

describe('decideBan', () => {
  test('sets a ban when nothing is known of the account', () => {
    expect(decideBan(order, { recent: [], inForce: [] }, by)).toEqual({ kind: 'set' })
  })

  test('returns the ban of a repeated order, even at the limit of bans', () => {
    const same = ban()
    const inForce = Array.from({ length: IN_FORCE_MAX }, () => same)
    expect(decideBan(order, { recent: [same], inForce }, by)).toEqual({ kind: 'repeated', ban: same })
  })

  test.each<[string, Partial<Ban>]>([
    ['was lifted', { liftedAtMs: NOW_MS }],
    ['is over', { bannedAtMs: NOW_MS - 2, expiresAtMs: NOW_MS }],
    ['is too old', { bannedAtMs: NOW_MS - SAME_BAN_MS, expiresAtMs: NOW_MS - SAME_BAN_MS + order.durationMs }],
    ['has another scope', { scope: 'rooms' }],
    ['has another reason', { reason: '' }],
    ['has other notes', { notes: 'again' }],
    ['has other evidence', { evidence: '{}' }],
    ['is permanent', { expiresAtMs: undefined }],
  ])('sets another ban when the recent one %s', (_what, given) => {
    expect(decideBan(order, { recent: [ban(given)], inForce: [] }, by)).toEqual({ kind: 'set' })
  })

  test('allows IN_FORCE_MAX bans and no more', () => {
    const inForce = Array.from({ length: IN_FORCE_MAX }, (_, id) => ban({ id, scope: 'api' }))
    expect(decideBan(order, { recent: [], inForce: inForce.slice(1) }, by)).toEqual({ kind: 'set' })
    expect(decideBan(order, { recent: [], inForce }, by)).toEqual({ kind: 'too-many' })
  })
})

const anyBan = fc
  .record({
    id: fc.nat(),
    scope: fc.constantFrom(...BAN_SCOPES),
    endsInMs: fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined }),
    lifted: fc.boolean(),
  })
  .map(({ id, scope, endsInMs, lifted }) =>
    ban({
      id,
      scope,
      expiresAtMs: endsInMs === undefined ? undefined : NOW_MS + endsInMs,
      liftedAtMs: lifted ? NOW_MS : undefined,
    }),
  )

describe('bans in force', () => {
  test('end at their expiry, and with a lift', () => {
    expect(isInForce(ban({ expiresAtMs: NOW_MS + 1 }), NOW_MS)).toBe(true)
    expect(isInForce(ban({ expiresAtMs: NOW_MS }), NOW_MS)).toBe(false)
    expect(isInForce(ban({ expiresAtMs: undefined }), NOW_MS)).toBe(true)
    expect(isInForce(ban({ liftedAtMs: NOW_MS }), NOW_MS)).toBe(false)
  })

  test('become one restriction each, in the order of their ids', () => {
    fc.assert(
      fc.property(fc.array(anyBan), (bans) => {
        const ids = restrictionsOf(bans, NOW_MS).map(({ banId }) => banId)
        const inForce = bans.filter((each) => isInForce(each, NOW_MS)).map(({ id }) => id)
        expect(ids).toEqual(inForce.sort((one, other) => one - other))
      }),
    )
  })

  test('include the result of longest, which ends last', () => {
    const end = ({ expiresAtMs }: Ban): number => expiresAtMs ?? Infinity
    fc.assert(
      fc.property(fc.array(anyBan), (bans) => {
        const inForce = bans.filter((each) => isInForce(each, NOW_MS))
        const found = longest(bans, NOW_MS)
        expect(found && end(found)).toBe(inForce.length === 0 ? undefined : Math.max(...inForce.map(end)))
      }),
    )
  })
})
