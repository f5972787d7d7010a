import { describe, expect, test } from '@jest/globals'
import { createTypedOn, TYPED_ON_WITHIN_MS } from '../../../src/shared/browser/typed-on.js'

const AT = 5_000
const GONE = 'gone'

function typedInto(field: string) {
  const typed = createTypedOn((one: string) => one === GONE)
  typed.note(field, AT)
  return typed
}

describe('a key outside of text fields', () => {
  test('continues the text of a field that is gone, as long as the writer does not pause', () => {
    const typed = typedInto(GONE)
    const keys = [0.4, 1.3, 2.2].map((pauses) => AT + pauses * TYPED_ON_WITHIN_MS)
    expect(keys.map((atMs) => typed.isTypedOn(atMs))).toEqual([true, true, true])
    expect(typed.isTypedOn(AT + 3.3 * TYPED_ON_WITHIN_MS)).toBe(false)
  })

  test('gives the same answer to each listener', () => {
    const typed = typedInto(GONE)
    expect([typed.isTypedOn(AT + 10), typed.isTypedOn(AT + 10)]).toEqual([true, true])
  })

  test('is a shortcut if the field is still there, or was left long ago', () => {
    expect(typedInto('here').isTypedOn(AT + 10)).toBe(false)
    expect(typedInto(GONE).isTypedOn(AT + TYPED_ON_WITHIN_MS + 1)).toBe(false)
    expect(createTypedOn(() => true).isTypedOn(AT)).toBe(false)
  })
})
