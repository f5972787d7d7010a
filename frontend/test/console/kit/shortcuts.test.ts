import { expect, test } from '@jest/globals'
import { createShortcuts } from '../../../src/console/kit/shortcuts.js'

const shortcut = (key: string, does: string) => ({ key, does, run: () => undefined })

test('the newest of a key wins, and gives the key back when it goes', () => {
  const shortcuts = createShortcuts()
  shortcuts.add(shortcut('r', 'Refresh'))
  const remove = shortcuts.add(shortcut('r', 'Resolve'))
  expect(shortcuts.of('r')?.does).toBe('Resolve')
  remove()
  expect(shortcuts.of('r')?.does).toBe('Refresh')
  expect(shortcuts.of('q')).toBeUndefined()
})

test('going twice takes nobody else along', () => {
  const shortcuts = createShortcuts()
  const remove = shortcuts.add(shortcut('a', 'First'))
  shortcuts.add(shortcut('b', 'Second'))
  remove()
  remove()
  expect(shortcuts.list().map(({ does }) => does)).toEqual(['Second'])
})

test('each key is listed once, with what it does now', () => {
  const shortcuts = createShortcuts()
  for (const [key, does] of [['j', 'Next'], ['/', 'Search'], ['j', 'Down']] as const) shortcuts.add(shortcut(key, does))
  expect(shortcuts.list().map(({ key, does }) => `${key} ${does}`)).toEqual(['j Down', '/ Search'])
})
