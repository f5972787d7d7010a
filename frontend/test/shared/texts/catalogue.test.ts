import { describe, expect, test } from '@jest/globals'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ArgumentsOf } from '../../../src/shared/texts/arguments.js'
import { catalogue } from '../../../src/shared/texts/catalogue.js'

const texts = catalogue({
  plain: "You're in",
  named: 'Join {room}',
  counted: '{count, plural, one {# room} other {# rooms of {owner}}} open',
  chosen: 'In {named, select, yes {“{name}”} other {a room}} now',
  exact: '{count, plural, =0 {no one} one {one room} other {{count, number} rooms}} of {limit, number}',
  dated: 'On {day, date}',
  emphasised: '<strong>Stop.</strong> Wait, {name}.',
})

describe('catalogue', () => {
  test('keeps a message without arguments as a text', () => {
    expect(texts.plain).toBe("You're in")
  })

  test.each([
    [1, '1 room open'],
    [2, '2 rooms of Ada open'],
    [1_200, '1,200 rooms of Ada open'],
  ])('counts %d in the plural of the language', (count, text) => {
    expect(texts.counted({ count, owner: 'Ada' })).toBe(text)
  })

  test('prefers an exact count, and groups the thousands of a number', () => {
    expect(texts.exact({ count: 0, limit: 12 })).toBe('no one of 12')
    expect(texts.exact({ count: 3_000, limit: 10_000 })).toBe('3,000 rooms of 10,000')
  })

  test('refuses an argument of a kind that it does not format', () => {
    const values = { day: 1 } as unknown as Parameters<typeof texts.dated>[0]
    expect(() => texts.dated(values)).toThrow(/unknown kind/)
  })

  test('puts in what someone typed as it is, braces and tags included', () => {
    expect(texts.named({ room: '{x} <b>' })).toBe('Join {x} <b>')
    expect(texts.chosen({ named: 'yes', name: "{a}'" })).toBe("In “{a}'” now")
    expect(texts.chosen({ named: 'no', name: '' })).toBe('In a room now')
  })

  test('renders tags with elements', () => {
    const node = texts.emphasised({ strong: (content) => createElement('b', null, content), name: '<i>' })
    expect(renderToStaticMarkup(createElement('p', null, node))).toBe('<p><b>Stop.</b> Wait, &lt;i&gt;.</p>')
  })

  test('types the arguments of a message', () => {
    const values: ArgumentsOf<'{count, plural, one {# room} other {# rooms of {owner}}}: {n, number}'> = {
      count: 1,
      owner: 'Ada',
      n: 2,
    }
    expect(values).toBeDefined()
    // @ts-expect-error A plural takes a number.
    const wrong: ArgumentsOf<'{count, plural, other {#}}'> = { count: '1' }
    expect(wrong).toBeDefined()
    // @ts-expect-error The room is missing.
    expect(() => texts.named({})).toThrow(/room/)
  })
})
