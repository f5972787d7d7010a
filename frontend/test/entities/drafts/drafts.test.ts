import { expect, test } from '@jest/globals'
import { keepDraft, readDraft } from '../../../src/entities/drafts/drafts.js'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    kept,
  }
}

const EMPTY = { text: '', attaches: false }
const read = (account: string, tab: ReturnType<typeof memory>) =>
  readDraft({ account, place: 'ticket', empty: EMPTY }, tab)

test('returns a draft to its account only', () => {
  const tab = memory()
  keepDraft({ account: '7', place: 'ticket', draft: { text: 'Help', attaches: true } }, tab)
  expect(read('7', tab)).toEqual({ text: 'Help', attaches: true })
  expect(read('8', tab)).toEqual(EMPTY)
  keepDraft({ account: '8', place: 'appeal 1', draft: { text: 'No' } }, tab)
  expect(read('7', tab)).toEqual(EMPTY)
})

test('keeps other drafts when one is sent, and nothing after the last', () => {
  const tab = memory()
  keepDraft({ account: '7', place: 'ticket', draft: { text: 'Help' } }, tab)
  keepDraft({ account: '7', place: 'appeal 1', draft: { text: 'No' } }, tab)
  keepDraft({ account: '7', place: 'appeal 1', draft: null }, tab)
  expect(read('7', tab)).toEqual({ text: 'Help', attaches: false })
  keepDraft({ account: '7', place: 'ticket', draft: null }, tab)
  expect(tab.kept.size).toBe(0)
})

test.each([
  'nonsense',
  '7',
  '{"account":"7"}',
  '{"account":7,"drafts":null}',
  '{"account":7,"drafts":{"ticket":{"text":7}}}',
])('ignores the stored value %s', (text) => {
  const tab = memory()
  tab.setItem('kla-drafts', text)
  expect(read('7', tab)).toEqual(EMPTY)
})
