import { describe, expect, test } from '@jest/globals'
import { GIF_STATES } from '@kla/proto/web'
import {
  type BulkChange,
  type BulkGif,
  bulkStep,
  nextExaminationMs,
  review,
  type ReviewedGif,
} from '../../src/rotation/rules.js'

const gif = (state: ReviewedGif['state'], about: Partial<ReviewedGif> = {}): ReviewedGif => ({
  state,
  broken: false,
  flashes: false,
  contentKnown: true,
  ...about,
})

describe('review', () => {
  test.each(GIF_STATES.filter((state) => state !== 'blocked'))('keeps a blocked GIF from becoming %s', (to) => {
    expect(review(gif('blocked'), to)).toEqual({ refused: 'GIF_BLOCKED' })
  })

  test.each([
    [gif('blocked'), 'blocked', 'nothing'],
    [gif('live'), 'blocked', 'block'],
    [gif('draft', { contentKnown: false }), 'blocked', 'block'],
    [gif('live'), 'hidden', 'set'],
    [gif('draft'), 'draft', 'set'],
    [gif('live'), 'live', 'nothing'],
    [gif('hidden'), 'live', 'set'],
    [gif('hidden', { contentKnown: false }), 'live', 'examine-then-set'],
    [gif('hidden', { broken: true }), 'live', 'examine-then-set'],
    [gif('live', { broken: true }), 'live', 'examine-then-set'],
    [gif('hidden', { flashes: true }), 'live', 'examine-then-set'],
  ] as const)('maps %j to %s: %s', (from, to, todo) => expect(review(from, to)).toBe(todo))
})

test('nextExaminationMs doubles the pause up to six hours, and stops after some days', () => {
  const minutes = Array.from({ length: 30 }, (_, at) => nextExaminationMs(at + 1, 'silence')).map(
    (ms) => ms && ms / 60_000,
  )
  expect(minutes.slice(0, 4)).toEqual([1, 2, 4, 8])
  expect(Math.max(...minutes.map((each) => each ?? 0))).toBe(360)
  expect(minutes.indexOf(undefined)).toBe(23)
  expect([1, 23, 24].map((looks) => nextExaminationMs(looks, 'refusal'))).toEqual([
    6 * 3_600_000,
    6 * 3_600_000,
    undefined,
  ])
})

describe('bulkStep', () => {
  const by = { id: 1, name: 'mo', atMs: 0 }
  const bulkGif = (about: Partial<BulkGif>): BulkGif => ({
    ...gif('live'),
    condition: about.state ?? 'live',
    acts: null,
    deleted: false,
    version: 3,
    changedById: 2,
    ...about,
  })
  const live: BulkChange = { kind: 'state', to: 'live' }
  const hidden: BulkChange = { kind: 'state', to: 'hidden' }
  const feet: BulkChange = { kind: 'acts', to: ['feet'] }
  const deletion: BulkChange = { kind: 'deletion' }
  const step = (about: Partial<BulkGif> | undefined, change: BulkChange, version?: number) =>
    bulkStep(about && bulkGif(about), change, { by, version })

  test.each<[Partial<BulkGif>, BulkChange, string]>([
    [{}, live, 'nothing'],
    [{ state: 'hidden' }, live, 'set'],
    [{ state: 'draft', contentKnown: false }, live, 'check'],
    [{ state: 'draft', contentKnown: false, condition: 'checking' }, live, 'nothing'],
    [{ broken: true, condition: 'broken' }, live, 'check'],
    [{ state: 'hidden', flashes: true }, live, 'check'],
    [{}, hidden, 'set'],
    [{ state: 'draft', condition: 'checking' }, hidden, 'set'],
    [{ state: 'hidden' }, hidden, 'nothing'],
    [{}, feet, 'set'],
    [{ acts: ['feet'] }, feet, 'nothing'],
    [{ state: 'blocked' }, feet, 'set'],
    [{}, deletion, 'set'],
    [{ deleted: true }, deletion, 'nothing'],
  ])('%j by %j: %s', (about, change, expected) => expect(step(about, change)).toBe(expected))

  test('refuses what is gone, blocked or changed by someone else', () => {
    expect(step(undefined, deletion)).toEqual({ refused: 'NOT_FOUND' })
    expect(step({ deleted: true }, feet)).toEqual({ refused: 'NOT_FOUND' })
    expect(step({ state: 'blocked' }, live)).toEqual({ refused: 'GIF_BLOCKED' })
    expect(step({}, feet, 2)).toEqual({ refused: 'CHANGED_MEANWHILE' })
    expect(step({}, feet, 3)).toBe('set')
    expect(step({ changedById: 1, acts: ['feet'] }, feet, 2)).toBe('nothing')
  })
})
