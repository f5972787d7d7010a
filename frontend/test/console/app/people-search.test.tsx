import { describe, expect, test } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { isFindKey } from '../../../src/console/app/people-search.js'
import { namesOfFound, nextPlace } from '../../../src/console/entities/find-person-rules.js'
import { FoundList } from '../../../src/console/entities/find-person.js'

const KEY = {
  key: 'k',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  defaultPrevented: false,
  isComposing: false,
}
const ADA = {
  id: 1,
  number: 123_456_789,
  username: 'ada',
  global_name: 'Ada',
  discord_id: '1001',
  avatar: null,
  player_name: 'Velvet Otter',
  under_player_name: true,
}

describe('the key that finds a person', () => {
  test.each([
    ['Ctrl+K', { ctrlKey: true }],
    ['Cmd+K', { metaKey: true }],
    ['Ctrl+K with Caps Lock', { ctrlKey: true, key: 'K' }],
  ])('is %s', (_name, change) => {
    expect(isFindKey({ ...KEY, ...change })).toBe(true)
  })

  test.each([
    ['k alone', {}],
    ['Ctrl+Cmd+K', { ctrlKey: true, metaKey: true }],
    ['Ctrl+Shift+K', { ctrlKey: true, shiftKey: true }],
    ['Ctrl+Alt+K', { ctrlKey: true, altKey: true }],
    ['Ctrl+J', { ctrlKey: true, key: 'j' }],
    ['a repeat', { ctrlKey: true, repeat: true }],
    ['a handled press', { ctrlKey: true, defaultPrevented: true }],
    ['a press while composing', { ctrlKey: true, isComposing: true }],
  ])('is not %s', (_name, change) => {
    expect(isFindKey({ ...KEY, ...change })).toBe(false)
  })
})

test('arrow keys move through the people found, around the ends', () => {
  expect([nextPlace('ArrowDown', 0, 3), nextPlace('ArrowDown', 2, 3), nextPlace('ArrowUp', 0, 3)]).toEqual([1, 0, 2])
  expect([nextPlace('ArrowDown', 0, 0), nextPlace('a', 0, 3)]).toEqual([null, null])
})

test('names of a person begin with the one that others see, each once', () => {
  expect(namesOfFound(ADA)).toEqual(['Velvet Otter', 'Ada', 'ada'])
  expect(namesOfFound({ ...ADA, under_player_name: false, global_name: 'ada' })).toEqual(['ada', 'Velvet Otter'])
})

test('people found are options, one of them selected', () => {
  const markup = renderToStaticMarkup(
    <FoundList id="list" people={[ADA, { ...ADA, id: 2 }]} chosen={2} onChoose={() => undefined} />,
  )
  expect(markup).toContain('role="listbox"')
  expect(markup).toMatch(/id="list-1"[^>]*role="option"[^>]*aria-selected="false"/)
  expect(markup).toMatch(/id="list-2"[^>]*role="option"[^>]*aria-selected="true"/)
  expect(markup).toContain('#123456789')
})
