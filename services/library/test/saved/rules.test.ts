import { expect, test } from '@jest/globals'
import { answerOf, commandIdOf, type DecidedAttempt, holdKey, holdOutcome, refusalOf } from '../../src/saved/rules.js'

const wanted = { accountId: 7, commandId: '0190a0de-7e3b-7c3a-9d5e-0123456789ab', gifUrl: 'https://a/b', thumbnail: '' }
const saved: DecidedAttempt = { ...wanted, id: 3, decision: { state: 'saved', savedAtMs: 5 }, settled: false }
const abandoned: DecidedAttempt = { ...saved, decision: { state: 'abandoned', refused: 'NO_GIF_SAVES' } }

test('refuses blocked content first, then a GIF saved before, then a full library', () => {
  const none = { blocked: false, saved: false, full: false }
  expect(refusalOf(none)).toBeUndefined()
  expect(refusalOf({ ...none, full: true })).toBe('LIBRARY_FULL')
  expect(refusalOf({ ...none, saved: true, full: true })).toBe('ALREADY_SAVED')
  expect(refusalOf({ ...none, blocked: true })).toBe('MEDIA_BLOCKED')
  expect(refusalOf({ blocked: true, saved: true, full: true })).toBe('MEDIA_BLOCKED')
})

test('commits an item exactly for a saved GIF', () => {
  expect(holdOutcome(saved)).toBe('commit')
  expect(holdOutcome(abandoned)).toBe('release')
})

test('answers by the decision', () => {
  expect(answerOf(saved)).toEqual({ id: 3, gifUrl: 'https://a/b', thumbnail: '', savedAtMs: 5 })
  expect(answerOf(abandoned)).toEqual({ refused: 'NO_GIF_SAVES' })
})

test('has one key for a command, however its id is written', () => {
  const commandId = commandIdOf(wanted.commandId.toUpperCase()) ?? ''
  expect(holdKey({ accountId: 7, commandId })).toBe(`save:7:${wanted.commandId}`)
})
