import { describe, expect, test } from '@jest/globals'
import { freshnessOf } from '../web/freshness.js'

const thing = { version: 3, changedById: 7 }
const done = () => true
const undone = () => false

describe('freshnessOf', () => {
  test.each([0, 3, undefined])('accepts a change on version %p by another administrator', (version) => {
    expect(freshnessOf(thing, { version, byId: 8 }, undone)).toBe('fresh')
  })

  test('refuses a change on an older version, also by the administrator of the last one', () => {
    expect(freshnessOf(thing, { version: 2, byId: 8 }, undone)).toBe('stale')
    expect(freshnessOf(thing, { version: 2, byId: 7 }, undone)).toBe('stale')
  })

  test('recognises the last change only when its administrator repeats it', () => {
    expect(freshnessOf(thing, { version: 2, byId: 7 }, done)).toBe('repeated')
    expect(freshnessOf(thing, { version: 2, byId: 8 }, done)).toBe('stale')
  })

  test('refuses a version that never existed', () => {
    expect(freshnessOf(thing, { version: 4, byId: 7 }, done)).toBe('stale')
  })
})
