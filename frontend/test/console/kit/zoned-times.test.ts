import { describe, expect, test } from '@jest/globals'
import { fromLocalField, localFieldError, toLocalField } from '../../../src/console/kit/times.js'
import { readLocalTime } from '../../../src/console/kit/zoned-times.js'

describe('a local time that the clocks skip', () => {
  test.each([
    ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T03:00'],
    ['2027-03-14T02:00', 'America/New_York', '2027-03-14T03:00'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:30'],
    ['2018-11-04T00:30', 'America/Sao_Paulo', '2018-11-04T01:00'],
    ['2026-04-24T00:00', 'Africa/Cairo', '2026-04-24T01:00'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-31T00:00'],
  ])('%s in %s is refused and the next one is named: %s', (text, zone, next) => {
    expect(readLocalTime(text, zone)).toEqual({ kind: 'skipped', next })
    expect(fromLocalField(text, zone)).toBeNull()
    expect(localFieldError(text, zone)).toBe(
      `The clocks go forward, so this time doesn't exist in ${zone}. The next one is ${next.replace('T', ' ')}.`,
    )
    expect(fromLocalField(next, zone)).not.toBeNull()
  })
})

describe('a local time that comes twice', () => {
  test.each([
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', '+02:00', '2026-10-25T01:30:00.000Z', '+01:00'],
    [
      '2026-11-01T01:30',
      'America/New_York',
      '2026-11-01T05:30:00.000Z',
      '-04:00',
      '2026-11-01T06:30:00.000Z',
      '-05:00',
    ],
    [
      '2027-04-04T01:45',
      'Australia/Lord_Howe',
      '2027-04-03T14:45:00.000Z',
      '+11:00',
      '2027-04-03T15:15:00.000Z',
      '+10:30',
    ],
    [
      '2018-02-17T23:30',
      'America/Sao_Paulo',
      '2018-02-18T01:30:00.000Z',
      '-02:00',
      '2018-02-18T02:30:00.000Z',
      '-03:00',
    ],
    ['2026-10-29T23:00', 'Africa/Cairo', '2026-10-29T20:00:00.000Z', '+03:00', '2026-10-29T21:00:00.000Z', '+02:00'],
  ])('%s in %s needs a choice', (text, zone, first, firstOffset, second, secondOffset) => {
    expect(readLocalTime(text, zone)).toEqual({ kind: 'twice', moments: [Date.parse(first), Date.parse(second)] })
    expect(fromLocalField(text, zone)).toBeNull()
    expect(localFieldError(text, zone)).toMatch(/comes twice/)
    expect(fromLocalField(text + firstOffset, zone)).toBe(first)
    expect(fromLocalField(text + secondOffset, zone)).toBe(second)
    expect([first, second].map((at) => toLocalField(new Date(at), zone))).toEqual([
      text + firstOffset,
      text + secondOffset,
    ])
  })

  test('needs a new choice when the zone changes', () => {
    expect(fromLocalField('2026-10-25T02:30+05:00', 'Europe/Berlin')).toBeNull()
  })
})

describe('an ordinary local time', () => {
  test.each([
    ['2026-10-25T01:59', 'Europe/Berlin', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-10-04T02:30', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['2026-07-01T00:00', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z'],
    ['2026-07-01T24:00', 'UTC', null],
    ['2026-02-30T10:00', 'UTC', null],
  ])('%s in %s is %s', (text, zone, iso) => {
    expect(fromLocalField(text, zone)).toBe(iso)
  })

  test('round-trips every half hour of a year in zones that change', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo']) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 1_800_000) {
        expect(fromLocalField(toLocalField(new Date(at), zone), zone)).toBe(new Date(at).toISOString())
      }
    }
  })
})
