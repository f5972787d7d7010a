import { describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { refusedField } from '@kla/proto/web'
import fc from 'fast-check'
import { agree, isPicked, type Judgement, mayGive, readOpinion } from '../../src/opinions/rules.js'

const DAY_MS = 86_400_000
const acted = (...measures: Judgement['measures']): Judgement => ({ outcome: 'acted', measures })
const dismissed: Judgement = { outcome: 'dismissed', measures: [] }
const WARNING = { kind: 'warning', durationMs: 0 } as const
const ban = (kind: 'global' | 'rooms' | 'chat' | 'api', durationMs = DAY_MS) => ({ kind, durationMs })

describe('isPicked', () => {
  test('picks about the share that is asked for, and the same ones each time', () => {
    const ids = Array.from({ length: 20_000 }, () => newId())
    const share = (percent: number) => (100 * ids.filter((id) => isPicked(id, percent)).length) / ids.length
    expect(share(5)).toBeGreaterThan(4)
    expect(share(5)).toBeLessThan(6)
    expect(share(50)).toBeGreaterThan(48)
    expect(share(50)).toBeLessThan(52)
    const picked = ids.filter((id) => isPicked(id, 5))
    expect(picked.every((id) => isPicked(id, 5) && isPicked(id, 6))).toBe(true)
  })

  test('picks none at 0 percent and all at 100', () => {
    fc.assert(fc.property(fc.uuid(), (id) => !isPicked(id, 0) && isPicked(id, 100)))
  })
})

describe('agree', () => {
  test.each<[string, Judgement, Judgement, boolean]>([
    ['no breach twice', dismissed, dismissed, true],
    ['a breach and none', acted(WARNING), dismissed, false],
    ['a warning twice', acted(WARNING), acted(WARNING), true],
    ['a warning and a ban', acted(WARNING), acted(ban('chat')), false],
    ['bans of other lengths', acted(ban('global')), acted(ban('global', 30 * DAY_MS)), true],
    ['a permanent ban and one that ends', acted(ban('global', 0)), acted(ban('global')), false],
    ['bans in other places', acted(ban('chat')), acted(ban('rooms')), false],
    ['the same strongest measure', acted(WARNING, ban('chat'), ban('global')), acted(ban('global')), true],
    ['another strongest measure', acted(ban('chat'), ban('rooms')), acted(ban('chat')), false],
  ])('compares %s', (_, one, other, expected) => {
    expect([agree(one, other), agree(other, one)]).toEqual([expected, expected])
  })
})

describe('mayGive', () => {
  const NOW_MS = 100 * DAY_MS
  const free = { makers: [], controllers: [], changedAtMs: 0 }
  const first = { decidedById: 5, approvedById: 8, independence: { makers: [3], controllers: [4], changedAtMs: 0 } }
  test.each([
    ['someone else', { id: 6, independence: free }, true],
    ['who decided', { id: 5, independence: free }, false],
    ['who approved', { id: 8, independence: free }, false],
    ['who gave the first one credentials', { id: 3, independence: free }, false],
    ['who got credentials from the first one', { id: 6, independence: { ...free, makers: [5] } }, false],
    ['who has the same controller', { id: 6, independence: { ...free, controllers: [4] } }, false],
    ['who is new', { id: 6, independence: { ...free, changedAtMs: NOW_MS - DAY_MS } }, false],
  ])('says whether it may be given by %s', (_, by, expected) => {
    expect(mayGive(first, by, NOW_MS)).toBe(expected)
  })
})

describe('readOpinion', () => {
  const given = { id: 1, outcome: 'acted', rule: 'spam', measures: [WARNING], reason: ' Spam. ' }
  test('reads a breach with rule and measures, and none without', () => {
    expect(readOpinion(given)).toEqual({ ...given, reason: 'Spam.' })
    const none = { ...given, outcome: 'dismissed', rule: '', measures: [] }
    expect(readOpinion(none)).toEqual({ ...none, reason: 'Spam.' })
  })

  test.each([
    ['reason', { reason: ' ' }],
    ['id', { id: 0 }],
    ['outcome', { outcome: 'other', rule: '', measures: [] }],
    ['rule', { rule: 'no such' }],
    ['rule', { rule: '' }],
    ['measures', { measures: [] }],
    ['rule', { outcome: 'dismissed' }],
    ['measures', { outcome: 'dismissed', rule: '' }],
  ])('names %s when it refuses %j', (field, change) => {
    expect(readOpinion({ ...given, ...change })).toEqual(refusedField(field))
  })
})
