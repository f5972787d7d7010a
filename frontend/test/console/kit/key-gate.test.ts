import { describe, expect, test } from '@jest/globals'
import { createKeyGate, isPrintable, OPENING_MS, TYPING_MS } from '../../../src/console/kit/key-gate.js'

describe('keys', () => {
  test('run their shortcuts on a page that is ready', () => {
    const gate = createKeyGate()
    for (const key of ['n', '1', 'Delete', 'Escape']) expect(gate.fate(key, 0)).toBe('run')
  })

  test('go into the field that a shortcut is opening, in order, and never to commands', () => {
    const gate = createKeyGate()
    gate.opens(0)
    for (const [at, key] of [...'spaam', 'Backspace', 'Backspace', 'm', 'Enter'].entries())
      expect(gate.fate(key, at)).toBe('keep')
    expect(gate.opened()).toBe('spam')
    expect(gate.opened()).toBe('')
  })

  test('are not commands while the typing outlasts the opening', () => {
    const gate = createKeyGate()
    gate.opens(0)
    gate.fate('s', 10)
    gate.opened()
    expect(gate.fate('e', 20)).toBe('leave')
    expect(gate.fate('e', 20 + TYPING_MS)).toBe('run')
  })

  test('are commands again when the form does not open', () => {
    const gate = createKeyGate()
    gate.opens(0)
    expect(gate.fate('a', OPENING_MS)).toBe('keep')
    expect(gate.fate('a', OPENING_MS + TYPING_MS)).toBe('run')
    expect(gate.opened()).toBe('')
  })

  test('cancel the opening with Escape, and can move the focus meanwhile', () => {
    const gate = createKeyGate()
    gate.opens(0)
    gate.fate('x', 1)
    expect(gate.fate('Tab', 2)).toBe('leave')
    expect(gate.fate('Escape', 3)).toBe('run')
    expect(gate.opened()).toBe('')
    expect(gate.fate('x', 1 + TYPING_MS)).toBe('run')
  })

  test('do nothing but Escape until every part of the page is ready', () => {
    const gate = createKeyGate()
    const first = gate.wait()
    const second = gate.wait()
    first()
    first()
    expect([gate.fate('s', 0), gate.fate('Delete', 0), gate.fate('Escape', 0)]).toEqual(['leave', 'leave', 'run'])
    second()
    expect(gate.fate('s', 0)).toBe('run')
  })

  test('are not commands while someone is still typing into what has just closed', () => {
    const gate = createKeyGate()
    gate.typed(0)
    expect(gate.fate('u', TYPING_MS - 1)).toBe('leave')
    expect(gate.fate('u', 2 * TYPING_MS - 2)).toBe('leave')
    expect(gate.fate('u', 3 * TYPING_MS)).toBe('run')
    gate.typed(10_000)
    gate.left()
    expect(gate.fate('u', 10_001)).toBe('run')
  })

  test.each([
    ['a', true],
    ['ß', true],
    ['😀', true],
    [' ', true],
    ['Enter', false],
    ['F5', false],
  ])('%j types a character: %s', (key, does) => {
    expect(isPrintable(key)).toBe(does)
  })
})
