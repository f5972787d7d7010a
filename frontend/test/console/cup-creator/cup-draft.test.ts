import { describe, expect, test } from '@jest/globals'
import type { CupSummary } from '@kla/proto/web'
import {
  cupBefore,
  cupChange,
  cupDraftErrors,
  draftOf,
  toCupFields,
} from '../../../src/console/cup-creator/cup-draft.js'

const cup: CupSummary = {
  id: 'c',
  name: 'Midnight Cup',
  mode: 'rush',
  category: 'default',
  capacity: 16,
  entered: 5,
  starts_at: new Date(2026, 11, 1, 20, 0, 30).toISOString(),
  check_in_at: new Date(2026, 11, 1, 19, 45, 30).toISOString(),
  state: 'sign-up',
  champion: null,
  ended_at: null,
}
const before = Date.parse(cup.starts_at) - 3_600_000
const draft = draftOf(cup)

describe('cup draft', () => {
  test('has no errors and no changes for an untouched cup', () => {
    expect(cupDraftErrors(draft, cup.entered, before)).toEqual({})
    expect(cupChange(cup, draft)).toBeNull()
  })

  test.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ capacity: '3' }, 'capacity'],
    [{ capacity: '65' }, 'capacity'],
    [{ capacity: '4' }, 'capacity'],
    [{ capacity: 'many' }, 'capacity'],
    [{ startsAt: '' }, 'startsAt'],
  ])('rejects %j at %s', (part, field) => {
    expect(Object.keys(cupDraftErrors({ ...draft, ...part }, cup.entered, before))).toEqual([field])
  })

  test('rejects a start in the past', () => {
    expect(cupDraftErrors(draft, 0, Date.parse(cup.starts_at))).toHaveProperty('startsAt')
  })

  test('sends only changed fields, which can be reverted', () => {
    const change = cupChange(cup, { ...draft, name: ' Noon Cup ', startsAt: '2026-12-02T12:00' })
    expect(change).toEqual({ name: 'Noon Cup', starts_at: new Date(2026, 11, 2, 12).toISOString() })
    expect(cupBefore(cup, change ?? {})).toEqual({ name: cup.name, starts_at: cup.starts_at })
  })

  test('sends every field of a new cup', () => {
    expect(toCupFields({ ...draft, capacity: ' 8 ' })).toEqual({
      name: 'Midnight Cup',
      mode: 'rush',
      category: 'default',
      capacity: 8,
      starts_at: new Date(2026, 11, 1, 20, 0).toISOString(),
    })
  })
})
