import { expect, test } from '@jest/globals'
import { basenameOf } from '../../../src/console/app/paths.js'

test.each([
  ['https://kla.example/console-abc/', '/console-abc'],
  ['https://kla.example/', ''],
  ['http://localhost:5174/console.html', ''],
])('%s lies at %p', (baseUri, basename) => {
  expect(basenameOf(baseUri)).toBe(basename)
})
