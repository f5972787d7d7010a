import { describe, expect, test } from '@jest/globals'
import { createDoublePress, DOUBLE_PRESS_MS } from '../../../../src/features/room/exit/double-press.js'

/** A layer by its name. */
const layers: Record<string, object> = { dialog: { dialog: 1 }, tray: { tray: 1 }, menu: { menu: 1 } }

/** Each press: its time, and what was open before it. */
const presses = (...given: (number | [number, ...string[]])[]): boolean[] => {
  const isSecond = createDoublePress()
  return given.map((press) => {
    const [atMs, ...open] = typeof press === 'number' ? [press] : press
    return isSecond(
      atMs,
      open.map((name) => layers[name]!),
    )
  })
}

describe('two presses of Escape', () => {
  test('are recognised at the second one in time', () => {
    expect(presses(0, DOUBLE_PRESS_MS)).toEqual([false, true])
  })

  test('begin again with a press that comes too late', () => {
    expect(presses(0, DOUBLE_PRESS_MS + 1, DOUBLE_PRESS_MS + 2)).toEqual([false, false, true])
  })

  test('are needed once more after they were recognised', () => {
    expect(presses(0, 100, 200, 300)).toEqual([false, true, false, true])
  })
})

describe('an Escape that closes something', () => {
  test('is neither the first press nor the second', () => {
    expect(presses([0, 'dialog'], 100)).toEqual([false, false])
    expect(presses(0, [100, 'dialog'])).toEqual([false, false])
  })

  test('can be followed by two presses that count', () => {
    expect(presses([0, 'dialog'], 100, 200)).toEqual([false, false, true])
  })

  test('does not count for any of several layers, closed one after the other', () => {
    expect(presses([0, 'tray', 'dialog'], [100, 'tray'], 200, 300)).toEqual([false, false, false, true])
    expect(presses([0, 'menu', 'tray'], 100, 200)).toEqual([false, false, true])
  })

  test('does not count even when it took two presses to close the layer', () => {
    expect(presses([0, 'tray'], [100, 'tray'], 200, 300)).toEqual([false, false, false, true])
  })

  test('cancels earlier presses', () => {
    expect(presses(0, [100, 'dialog'], 200)).toEqual([false, false, false])
  })
})

test('a layer that ignores Escape does not delay the panic exit', () => {
  expect(presses([0, 'dialog'], [100, 'dialog'], [200, 'dialog'])).toEqual([false, false, true])
})
