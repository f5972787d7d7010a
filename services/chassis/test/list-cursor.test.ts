import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { accepted } from '../src/errors.js'
import { listCursor, UUID_SHAPE } from '../src/list-cursor.js'

const WORDS = ['pending', 'action_taken'] as const
const SHAPE = ['integer', WORDS, 'integer'] as const
const cursor = listCursor({ list: 'reports', sort: 'status', filter: { q: 'a' } }, SHAPE)
const integer = fc.nat({ max: Number.MAX_SAFE_INTEGER })

describe('listCursor', () => {
  test('reads every place that it has written', () => {
    fc.assert(
      fc.property(integer, fc.constantFrom(...WORDS), integer, (first, word, last) => {
        expect(cursor.read(cursor.write([first, word, last]))).toEqual([first, word, last])
      }),
    )
  })

  test('reads an empty cursor as the first page', () => {
    expect(cursor.read('')).toBeUndefined()
  })

  test.each([
    ['another order', { list: 'reports', sort: 'newest', filter: { q: 'a' } }],
    ['another filter', { list: 'reports', sort: 'status', filter: { q: 'b' } }],
    ['another list', { list: 'tickets', sort: 'status', filter: { q: 'a' } }],
  ])('refuses a cursor of %s', (_what, list) => {
    const written = listCursor(list, SHAPE).write([1, 'pending', 2])
    expect(cursor.read(written)).toMatchObject({ refused: 'INVALID_FIELD', text: expect.stringContaining('`after`') })
    expect(() => accepted(cursor.read(written)!)).toThrow(/`after`/)
  })

  const wrong: readonly (readonly (number | string)[])[] = [
    [],
    [1, 'pending'],
    [1, 'pending', 2, 3],
    [1, 'open', 2],
    ['x', 'pending', 2],
    [-1, 'pending', 2],
    [1.5, 'pending', 2],
    [1, 'pending', '9007199254740993'],
    [1, 'pending', ''],
  ]
  test.each(wrong.map((place) => [place]))('refuses the place %j', (place) => {
    expect(cursor.read(cursor.write(place))).toMatchObject({ refused: 'INVALID_FIELD' })
  })

  test('reads ids of their pattern and refuses others', () => {
    const cups = listCursor(['cups'], ['integer', UUID_SHAPE])
    const place = [7, '018f6b1e-7c1a-7000-8000-000000000001']
    expect(cups.read(cups.write(place))).toEqual(place)
    for (const id of ['1', '018f6b1e-7c1a-7000-8000-00000000000', `${place[1]}0`])
      expect(cups.read(cups.write([7, id]))).toMatchObject({ refused: 'INVALID_FIELD' })
  })

  test('refuses any other text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (text) => {
        expect(cursor.read(text)).toMatchObject({ refused: 'INVALID_FIELD' })
      }),
    )
  })
})
