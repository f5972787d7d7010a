import { describe, expect, test } from '@jest/globals'
import { BREAK_AFTER_JOBS, BREAK_DUTY_MS, BREAK_WITHIN_MS } from '@kla/proto/web'
import type { Duty } from '../../src/jobs/desk-store.js'
import { breakDue, breaksDue, isHard, type Strain } from '../../src/jobs/rules/care.js'
import { createNoticeBreaks } from '../../src/jobs/timers.js'

const NOW_MS = 1_800_000_000_000
const ALL = { grave: true }
const OPEN = { grave: false }

const strain = (part: Partial<Strain> = {}): Strain => ({
  administratorId: 11,
  name: 'mona',
  looks: [],
  dutySinceMs: undefined,
  restedAtMs: undefined,
  ...part,
})
const looks = (count: number, everyMs: number, grave = false) =>
  Array.from({ length: count }, (_, index) => ({ atMs: NOW_MS - (count - 1 - index) * everyMs, grave }))

describe('isHard', () => {
  test('is true for grave and serious categories only', () => {
    expect(isHard('possible_minor')).toBe(true)
    expect(isHard('recorded_me')).toBe(true)
    expect(isHard('harassment')).toBe(false)
  })
})

describe('breakDue', () => {
  test('suggests a break with the sixth hard job within an hour', () => {
    expect(breakDue(strain({ looks: looks(BREAK_AFTER_JOBS - 1, 1_000) }), ALL, NOW_MS)).toBeUndefined()
    expect(breakDue(strain({ looks: looks(BREAK_AFTER_JOBS, 1_000) }), ALL, NOW_MS)).toEqual({
      administratorId: 11,
      name: 'mona',
      reason: 'jobs',
      jobs: 6,
      sinceMs: NOW_MS - 5_000,
    })
  })

  test('suggests none when the jobs are spread over more than an hour', () => {
    expect(breakDue(strain({ looks: looks(12, BREAK_WITHIN_MS / 5) }), ALL, NOW_MS)).toBeUndefined()
  })

  test('counts anew after a break', () => {
    const rested = { looks: looks(7, 1_000), restedAtMs: NOW_MS - 2_000 }
    expect(breakDue(strain(rested), ALL, NOW_MS)).toBeUndefined()
  })

  test('suggests a break after two hours of duty with a hard job, counted from the last break', () => {
    const dutySinceMs = NOW_MS - BREAK_DUTY_MS
    expect(breakDue(strain({ dutySinceMs }), ALL, NOW_MS)).toBeUndefined()
    const working = { dutySinceMs, looks: looks(1, 1_000) }
    expect(breakDue(strain(working), ALL, NOW_MS)).toMatchObject({ reason: 'time', jobs: 1, sinceMs: dutySinceMs })
    expect(breakDue(strain(working), ALL, NOW_MS - 1)).toBeUndefined()
    expect(breakDue(strain({ ...working, restedAtMs: NOW_MS - 60_000 }), ALL, NOW_MS)).toBeUndefined()
  })

  test('counts no grave jobs for those who may not see them', () => {
    const mixed = [...looks(3, 1_000), ...looks(3, 1_000, true)]
    expect(breakDue(strain({ looks: mixed }), OPEN, NOW_MS)).toBeUndefined()
    const graveOnly = { looks: looks(1, 1_000, true), dutySinceMs: NOW_MS - BREAK_DUTY_MS }
    expect(breakDue(strain(graveOnly), OPEN, NOW_MS)).toBeUndefined()
    expect(breakDue(strain(graveOnly), ALL, NOW_MS)).toMatchObject({ reason: 'time' })
  })
})

describe('breaksDue', () => {
  test('lists those in need for the longest first', () => {
    const strains = [
      strain({ administratorId: 1, looks: looks(6, 1_000) }),
      strain({ administratorId: 2, looks: looks(5, 1_000) }),
      strain({ administratorId: 3, looks: looks(6, 2_000) }),
    ]
    expect(breaksDue(strains, ALL, NOW_MS).map(({ administratorId }) => administratorId)).toEqual([3, 1])
  })
})

describe('createNoticeBreaks', () => {
  test('notifies once when a break falls due by time, when it is over, and when a duty has ended', async () => {
    let nowMs = NOW_MS
    let notices = 0
    const working = strain({ dutySinceMs: NOW_MS - BREAK_DUTY_MS + 1, looks: looks(1, 1_000) })
    let strains = [working]
    let duties: Duty[] = []
    const round = createNoticeBreaks({
      care: { strains: async () => strains },
      desk: { duties: async () => duties },
      notify: () => (notices += 1),
      now: () => nowMs,
    })
    await round()
    expect(notices).toBe(0)
    nowMs += 1
    await round()
    await round()
    expect(notices).toBe(1)
    strains = [{ ...working, restedAtMs: nowMs }]
    await round()
    await round()
    expect(notices).toBe(2)
    duties = [{ administratorId: 1, name: 'mod1', grave: true, sinceMs: NOW_MS, untilMs: nowMs + 1 }]
    await round()
    duties = []
    await round()
    await round()
    expect(notices).toBe(4)
  })
})
