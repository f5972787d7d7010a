import { describe, expect, test } from '@jest/globals'
import { changeLine, changesBetween, unexpectedChanges } from '../../src/drill/changes.js'
import { differencesOf, type Fingerprint } from '../../src/drill/database-copy.js'

const prints = (tables: Readonly<{ [table: string]: readonly [number, string] }>): ReadonlyMap<string, Fingerprint> =>
  new Map(Object.entries(tables).map(([table, [rows, content]]) => [table, { rows, content }]))

describe('changes between two moments', () => {
  test('are tables with other rows or other contents, by name', () => {
    const before = prints({ 'b.gone': [2, 'x'], 'a.same': [1, 'x'], 'a.changed': [1, 'x'] })
    const after = prints({ 'c.new': [3, 'x'], 'a.same': [1, 'x'], 'a.changed': [1, 'y'] })
    const changes = changesBetween(before, after)
    expect(changes).toEqual([
      { table: 'a.changed', rows: 0 },
      { table: 'b.gone', rows: -2 },
      { table: 'c.new', rows: 3 },
    ])
    expect(changeLine(changes)).toBe('a.changed changed, b.gone -2, c.new +3')
  })
})

describe('an unexpected change', () => {
  const counted = [{ table: 'engine.standings', rows: 2 }]

  test('is any that is not expected with the same number of rows', () => {
    expect(unexpectedChanges(counted, counted)).toEqual([])
    expect(unexpectedChanges(counted)).toEqual(['engine.standings: +2 rows instead of 0'])
    expect(unexpectedChanges([{ table: 'engine.standings', rows: 4 }], counted)).toEqual([
      'engine.standings: +4 rows instead of +2',
    ])
    expect(unexpectedChanges([{ table: 'engine.standings', rows: 0 }])).toHaveLength(1)
  })

  test('is one that is missing', () => {
    expect(unexpectedChanges([], counted)).toEqual(['engine.standings: unchanged instead of +2 rows'])
  })

  test('is no mark in an outbox, but a row of it that came or went', () => {
    expect(unexpectedChanges([{ table: 'auth.outbox', rows: 0 }])).toEqual([])
    expect(unexpectedChanges([], [{ table: 'auth.outbox', rows: 0 }])).toEqual([])
    expect(unexpectedChanges([{ table: 'auth.outbox', rows: -1 }])).toHaveLength(1)
  })
})

describe('tables of another release', () => {
  const columns = (...names: string[]) => names.map((name) => ({ name, generated: false }))
  const table = (name: string, ...names: string[]) => ({ schema: 'auth', table: name, columns: columns(...names) })

  test('are named when one side lacks them or their columns differ in name or order', () => {
    const copied = [table('same', 'a', 'b'), table('dropped', 'a'), table('turned', 'a', 'b')]
    const present = [table('same', 'a', 'b'), table('added', 'a'), table('turned', 'b', 'a')]
    expect(differencesOf(copied, present)).toEqual(['auth.added', 'auth.dropped', 'auth.turned'])
    expect(differencesOf(copied, copied)).toEqual([])
  })
})
