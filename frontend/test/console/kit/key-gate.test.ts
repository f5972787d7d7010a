import { describe, expect, test } from '@jest/globals'
import { createKeyGate, isPrintable, OPENING_MS, TYPING_MS } from '../../../src/console/kit/key-gate.js'

describe('keys', () => {
  test('run their shortcuts on a page that is ready', () => {
    const gate = createKeyGate()
    for (const key of ['n', '1', 'Delete', 'Escape']) expect(gate.actionFor(key, 0)).toBe('run')
  })

  test('go into the field that a shortcut is opening, in order, and never to commands', () => {
    const gate = createKeyGate()
    gate.opens(0)
    for (const [at, key] of [...'spaam', 'Backspace', 'Backspace', 'm', 'Enter'].entries())
      expect(gate.actionFor(key, at)).toBe('keep')
    expect(gate.opened()).toBe('spam')
    expect(gate.opened()).toBe('')
  })

  test('are not commands while the typing outlasts the opening', () => {
    const gate = createKeyGate()
    gate.opens(0)
    gate.actionFor('s', 10)
    gate.opened()
    expect(gate.actionFor('e', 20)).toBe('leave')
    expect(gate.actionFor('e', 20 + TYPING_MS)).toBe('run')
  })

  test('are commands again when the form does not open', () => {
    const gate = createKeyGate()
    gate.opens(0)
    expect(gate.actionFor('a', OPENING_MS)).toBe('keep')
    expect(gate.actionFor('a', OPENING_MS + TYPING_MS)).toBe('run')
    expect(gate.opened()).toBe('')
  })

  test('cancel the opening with Escape, and can move the focus meanwhile', () => {
    const gate = createKeyGate()
    gate.opens(0)
    gate.actionFor('x', 1)
    expect(gate.actionFor('Tab', 2)).toBe('leave')
    expect(gate.actionFor('Escape', 3)).toBe('run')
    expect(gate.opened()).toBe('')
    expect(gate.actionFor('x', 1 + TYPING_MS)).toBe('run')
  })

  test('do nothing but Escape until every part of the page is ready', () => {
    const gate = createKeyGate()
    const first = gate.wait()
    const second = gate.wait()
    first()
    first()
    expect([gate.actionFor('s', 0), gate.actionFor('Delete', 0), gate.actionFor('Escape', 0)]).toEqual([
      'leave',
      'leave',
      'run',
    ])
    second()
    expect(gate.actionFor('s', 0)).toBe('run')
  })

  test('are not commands while someone is still typing into what has just closed', () => {
    const gate = createKeyGate()
    gate.typed(0)
    expect(gate.actionFor('u', TYPING_MS - 1)).toBe('leave')
    expect(gate.actionFor('u', 2 * TYPING_MS - 2)).toBe('leave')
    expect(gate.actionFor('u', 3 * TYPING_MS)).toBe('run')
    gate.typed(10_000)
    gate.left()
    expect(gate.actionFor('u', 10_001)).toBe('run')
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
