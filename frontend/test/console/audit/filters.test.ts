import { describe, expect, test } from '@jest/globals'
import {
  auditQuery,
  beforeOf,
  EVERYTHING,
  fieldsFor,
  newer,
  NO_FILTERS,
  older,
  pageOf,
} from '../../../src/console/audit/filters.js'

describe('auditQuery', () => {
  test('asks for changes by default, for everything on demand, and for a chosen action in any case', () => {
    expect(auditQuery(NO_FILTERS)).toEqual({ changes: '1' })
    expect(auditQuery({ ...NO_FILTERS, show: EVERYTHING })).toEqual({})
    expect(auditQuery({ ...NO_FILTERS, action: 'reports.read' })).toEqual({ action: 'reports.read' })
  })

  test('sends times in UTC, and the sequence number before the page', () => {
    const from = '2026-11-21T08:05'
    expect(auditQuery({ ...NO_FILTERS, actor: ' noor ', from, trail: '900.850' })).toEqual({
      actor: 'noor',
      from: new Date(from).toISOString(),
      before: '850',
      changes: '1',
    })
  })

  test('omits an invalid time', () => {
    expect(auditQuery({ ...NO_FILTERS, to: 'yesterday' })).toEqual({ changes: '1' })
  })
})

describe('fieldsFor', () => {
  const known = {
    actors: ['mona', 'system'],
    actions: ['rooms.paint', 'bans.lift', 'reports.read', 'bans.create'],
    subject_kinds: ['ban', 'canned-answer'],
  }
  const optionsOf = (name: string, filters = NO_FILTERS) =>
    fieldsFor(known, filters).find((field) => field.name === name)?.options

  test('offers actions in words by group, and unknown ones last', () => {
    expect(optionsOf('action')).toEqual([
      { value: '', label: 'All' },
      { value: 'reports.read', label: 'Read a report', group: 'Reports' },
      { value: 'bans.lift', label: 'Lifted a ban', group: 'Bans' },
      { value: 'bans.create', label: 'Banned', group: 'Bans' },
      { value: 'rooms.paint', label: 'rooms.paint', group: 'Other' },
    ])
  })

  test('offers administrators and kinds that the log has', () => {
    expect(optionsOf('actor')?.map(({ label }) => label)).toEqual(['All', 'mona', 'Kla'])
    expect(optionsOf('subject_kind')?.map(({ label }) => label)).toEqual(['All', 'Ban', 'Canned answer'])
  })

  test('keeps what an older link names', () => {
    const linked = { ...NO_FILTERS, actor: 'nora', action: 'gifs.add', subject_kind: 'gif' }
    for (const name of ['actor', 'action', 'subject_kind'] as const) {
      expect(optionsOf(name, linked)?.map(({ value }) => value)).toContain(linked[name])
      expect(fieldsFor(undefined, linked).find((field) => field.name === name)?.options).toHaveLength(2)
    }
  })
})

describe('trail', () => {
  test('sends no sequence number for the newest page', () => {
    expect(beforeOf('')).toBe('')
    expect(pageOf('')).toBe(1)
    expect(newer('')).toBe('')
  })

  test('returns through the same pages in reverse', () => {
    const third = older(older('', 900), 850)
    expect(beforeOf(third)).toBe('850')
    expect(pageOf(third)).toBe(3)
    expect(beforeOf(newer(third))).toBe('900')
    expect(newer(newer(third))).toBe('')
  })

  test.each(['x', '-1', '0', '1.x', "1';--"])('skips an invalid step: %j', (trail) => {
    expect(beforeOf(trail)).toBe(trail.startsWith('1.') ? '1' : '')
  })
})
