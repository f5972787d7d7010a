import { expect, test } from '@jest/globals'
import { clampPage, pageCount, readPage, readPageSize } from '../../../src/console/kit/pager/pages.js'

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
