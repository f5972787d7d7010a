import { describe, expect, test } from '@jest/globals'
import { basenameOf } from '../../../src/console/app/paths.js'

describe('basenameOf', () => {
  test.each([
    ['https://kla.example/console-abc/', '/console-abc'],
    ['https://kla.example/', ''],
    ['http://localhost:5174/console.html', ''],
  ])('reads the path of %s as %p', (baseUri, basename) => {
    expect(basenameOf(baseUri)).toBe(basename)
  })
})
