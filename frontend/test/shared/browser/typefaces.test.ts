import { expect, test } from '@jest/globals'
import { showOwnTypefaces } from '../../../src/shared/browser/typefaces.js'
import { fakeMemory } from '../../fake-memory.js'

test('enables the web fonts and remembers them for the next visit', () => {
  const page = { dataset: { typefaces: 'later' } as DOMStringMap }
  const memory = fakeMemory()
  showOwnTypefaces(page, memory)
  expect(page.dataset).toEqual({})
  expect(memory.all()).toEqual({ 'typefaces-fetched': 'true' })
})
