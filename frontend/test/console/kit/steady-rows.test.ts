import { describe, expect, test } from '@jest/globals'
import { steadyRows } from '../../../src/console/kit/steady-rows.js'
import { jobView } from '../desk/views.js'

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe('steadyRows', () => {
  const shown = [jobView(1), jobView(2), jobView(3)]

  test('keeps rows in place when a more serious job arrives, and counts it', () => {
    const fresh = [jobView(9, { category: 'threat' }), jobView(3), jobView(1), jobView(2)]
    const { rows, arrived } = steadyRows(shown, { results: fresh, next: null })
    expect(ids(rows)).toEqual([1, 2, 3])
    expect(arrived).toBe(1)
  })

  test('shows rows as they are now', () => {
    const { rows } = steadyRows(shown, { results: [jobView(1, { reports: 5 }), jobView(2), jobView(3)], next: null })
    expect(rows[0]).toMatchObject({ reports: 5, done: false })
  })

  test('keeps the place of a job that is done', () => {
    const { rows } = steadyRows(shown, { results: [jobView(1), jobView(3)], next: null })
    expect(rows.map(({ id, done }) => [id, done])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })

  test('takes no job for done that a list with more pages lacks', () => {
    const { rows } = steadyRows(shown, { results: [jobView(1)], next: 'more' })
    expect(rows.some(({ done }) => done)).toBe(false)
  })
})
