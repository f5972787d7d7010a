import { expect, test } from '@jest/globals'
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

test('a cup as it is has no faults and nothing to be sent', () => {
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
])('%j is refused at %s', (part, field) => {
  expect(Object.keys(cupDraftErrors({ ...draft, ...part }, cup.entered, before))).toEqual([field])
})

test('a cup does not start in the past', () => {
  expect(cupDraftErrors(draft, 0, Date.parse(cup.starts_at))).toHaveProperty('startsAt')
})

test('only what is other is sent, and can be taken back', () => {
  const change = cupChange(cup, { ...draft, name: ' Noon Cup ', startsAt: '2026-12-02T12:00' })
  expect(change).toEqual({ name: 'Noon Cup', starts_at: new Date(2026, 11, 2, 12).toISOString() })
  expect(cupBefore(cup, change ?? {})).toEqual({ name: cup.name, starts_at: cup.starts_at })
})

test('a new cup is sent whole', () => {
  expect(toCupFields({ ...draft, capacity: ' 8 ' })).toEqual({
    name: 'Midnight Cup',
    mode: 'rush',
    category: 'default',
    capacity: 8,
    starts_at: new Date(2026, 11, 1, 20, 0).toISOString(),
  })
})
