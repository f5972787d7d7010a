import { describe, expect, test } from '@jest/globals'
import { createShortcuts } from '../../../src/console/kit/shortcuts.js'

const shortcut = (key: string, does: string) => ({ key, does, run: () => undefined })

describe('shortcuts', () => {
  test('prefers the newest shortcut of a key, and restores the older one when it is removed', () => {
    const shortcuts = createShortcuts()
    shortcuts.add(shortcut('r', 'Refresh'))
    const remove = shortcuts.add(shortcut('r', 'Resolve'))
    expect(shortcuts.of('r')?.does).toBe('Resolve')
    remove()
    expect(shortcuts.of('r')?.does).toBe('Refresh')
    expect(shortcuts.of('q')).toBeUndefined()
  })

  test('removes nothing else when removed twice', () => {
    const shortcuts = createShortcuts()
    const remove = shortcuts.add(shortcut('a', 'First'))
    shortcuts.add(shortcut('b', 'Second'))
    remove()
    remove()
    expect(shortcuts.list().map(({ does }) => does)).toEqual(['Second'])
  })

  test('lists each key once, with its current action', () => {
    const shortcuts = createShortcuts()
    for (const [key, does] of [
      ['j', 'Next'],
      ['/', 'Search'],
      ['j', 'Down'],
    ] as const)
      shortcuts.add(shortcut(key, does))
    expect(shortcuts.list().map(({ key, does }) => `${key} ${does}`)).toEqual(['j Down', '/ Search'])
  })
})
