import { describe, expect, test } from '@jest/globals'
import {
  afterOf,
  back,
  clampPage,
  forward,
  pageCount,
  pageQuery,
  readFilters,
  readPage,
  readPageSize,
  toQuery,
  writeFilters,
} from '../../../src/console/kit/list-state.js'

const defaults = { q: '', scope: '', active: '1' }

describe('filters in an address', () => {
  test('reads the defaults from an address without filters', () => {
    expect(readFilters(new URLSearchParams('page=3'), defaults)).toEqual(defaults)
  })

  test('reads back any value it wrote', () => {
    const filters = { q: `50% "off" & ümläut + 🜁`, scope: 'chat', active: '0' }
    const written = writeFilters(new URLSearchParams(), filters, defaults)
    expect(readFilters(new URLSearchParams(written.toString()), defaults)).toEqual(filters)
  })

  test('writes only values that differ from the defaults, even when empty', () => {
    const everything = writeFilters(new URLSearchParams('active=0&q=old'), { ...defaults, active: '' }, defaults)
    expect(everything.toString()).toBe('active=')
    expect(readFilters(everything, defaults).active).toBe('')
  })

  test('keeps other parameters', () => {
    expect(writeFilters(new URLSearchParams('open=7'), { ...defaults, q: 'x' }, defaults).toString()).toBe('open=7&q=x')
  })

  test('omits blank values from the query and trims the others', () => {
    expect(toQuery({ q: '  two words ', scope: '   ', active: '' })).toEqual({ q: 'two words' })
  })
})

describe('pages', () => {
  test.each([
    [0, 1],
    [1, 1],
    [50, 1],
    [51, 2],
    [100_000, 2000],
  ])('divides %i entries into %i pages of 50', (total, pages) => {
    expect(pageCount(total, 50)).toBe(pages)
  })

  test.each([
    [0, 1],
    [-4, 1],
    [3, 3],
    [99, 5],
  ])('clamps page %i of 5 to page %i', (page, existing) => {
    expect(clampPage(page, 5)).toBe(existing)
  })

  test.each([null, '', '0', '-1', '2.5', 'two', '1e99'])('reads %p as page 1', (text) => {
    expect(readPage(text)).toBe(1)
  })

  test.each([null, '', '7', 'all', '50.5'])('reads %p as the default page size', (text) => {
    expect(readPageSize(text)).toBe(50)
  })

  test('accepts an offered page size', () => {
    expect(readPage('7')).toBe(7)
    expect(readPageSize('200')).toBe(200)
    expect(readPageSize('50', [10])).toBe(10)
  })
})

describe('a trail of cursors', () => {
  const first = { page: 1, trail: '' }

  test('reads the first page by its number and the next ones by their cursor', () => {
    const second = forward(first, 'abc_-9')
    expect(pageQuery({ ...first, pageSize: 50 })).toEqual({ page: 1, pageSize: 50 })
    expect(pageQuery({ ...second, pageSize: 50 })).toEqual({ after: 'abc_-9', pageSize: 50 })
    expect(pageQuery({ ...forward(second, 'def'), pageSize: 50 })).toEqual({ after: 'def', pageSize: 50 })
    expect(second.page).toBe(2)
  })

  test('leads back the way it came', () => {
    const second = forward(first, 'abc')
    expect(back(forward(second, 'def'))).toEqual(second)
    expect(back(second)).toEqual(first)
    expect(back(first)).toEqual(first)
  })

  test('keeps the latest cursors, and reads pages before them by their number', () => {
    let place = first
    for (let at = 0; at < 50; at += 1) place = forward(place, `cursor${at}`)
    expect(place.trail.length).toBeLessThan(200)
    for (let at = 0; at < 20; at += 1) place = back(place)
    expect(pageQuery({ ...place, pageSize: 25 })).toEqual({ page: 31, pageSize: 25 })
  })

  test('ignores what an address cannot have as a cursor', () => {
    expect(afterOf({ page: 2, trail: 'abc.<script>' })).toBe('abc')
  })
})
