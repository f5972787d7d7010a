import { expect, test } from '@jest/globals'
import {
  clampPage, pageCount, readFilters, readPage, readPageSize, toQuery, writeFilters,
} from '../../../src/console/kit/list-state.js'

const defaults = { q: '', scope: '', active: '1' }

test('an address without filters has the default ones', () => {
  expect(readFilters(new URLSearchParams('page=3'), defaults)).toEqual(defaults)
})

test('what is written is read again, whatever is in it', () => {
  const filters = { q: `50% "off" & ümläut + 🜁`, scope: 'chat', active: '0' }
  const written = writeFilters(new URLSearchParams(), filters, defaults)
  expect(readFilters(new URLSearchParams(written.toString()), defaults)).toEqual(filters)
})

test('only what differs from the default stands in the address, also where it is empty', () => {
  const everything = writeFilters(new URLSearchParams('active=0&q=old'), { ...defaults, active: '' }, defaults)
  expect(everything.toString()).toBe('active=')
  expect(readFilters(everything, defaults).active).toBe('')
})

test('other parameters stay', () => {
  expect(writeFilters(new URLSearchParams('open=7'), { ...defaults, q: 'x' }, defaults).toString()).toBe('open=7&q=x')
})

test('empty and blank values are left out of the query, the others are trimmed', () => {
  expect(toQuery({ q: '  two words ', scope: '   ', active: '' })).toEqual({ q: 'two words' })
})

test.each([
  [0, 1],
  [1, 1],
  [50, 1],
  [51, 2],
  [100_000, 2000],
])('%i entries take %i pages of 50', (total, pages) => {
  expect(pageCount(total, 50)).toBe(pages)
})

test.each([
  [0, 1],
  [-4, 1],
  [3, 3],
  [99, 5],
])('page %i of 5 is page %i', (page, existing) => {
  expect(clampPage(page, 5)).toBe(existing)
})

test.each([null, '', '0', '-1', '2.5', 'two', '1e99'])('%p in an address is page 1', (text) => {
  expect(readPage(text)).toBe(1)
})

test.each([null, '', '7', 'all', '50.5'])('%p in an address is the default page size', (text) => {
  expect(readPageSize(text)).toBe(50)
})

test('a page size that is offered is taken', () => {
  expect(readPage('7')).toBe(7)
  expect(readPageSize('200')).toBe(200)
  expect(readPageSize('50', [10])).toBe(10)
})
