import { expect, test } from '@jest/globals'
import { readFilters, toQuery, writeFilters } from '../../../src/console/kit/filters/filters.js'

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
