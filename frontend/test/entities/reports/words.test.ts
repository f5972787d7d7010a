import { expect, test } from '@jest/globals'
import { ONE_PRESS_CATEGORIES, REPORT_CATEGORIES } from '@kla/proto/web'
import { dangerWords, needsText, REPORT_CHOICES, stillsHint } from '../../../src/entities/reports/words.js'
import { ONE_PRESS } from '../../../src/texts/reports.js'

test('report choices offer every category but a public name, each with its own text', () => {
  const offered = REPORT_CATEGORIES.filter((category) => category !== 'name')
  expect(REPORT_CHOICES.map(({ value }) => value).sort()).toEqual([...offered].sort())
  expect(new Set(REPORT_CHOICES.map(({ label }) => label)).size).toBe(offered.length)
})

test('one press has six reasons with words of their own', () => {
  expect(new Set(ONE_PRESS_CATEGORIES.map((category) => ONE_PRESS[category])).size).toBe(6)
})

test('requires a text unless the category says enough and the meeting is proved', () => {
  expect(needsText('abuse', 'incident')).toBe(true)
  expect(needsText('threat', null)).toBe(true)
  expect(needsText('threat', 'incident')).toBe(false)
})

test('names the emergency number only where someone may be in danger', () => {
  const dangerous = REPORT_CATEGORIES.filter((category) => dangerWords(category) !== null)
  expect(dangerous.sort()).toEqual(['self_harm', 'threat'])
})

test('says that only patches are sent of a player who may be under 18', () => {
  expect(stillsHint('possible_minor')).toContain('only blurred patches')
  expect(stillsHint('threat')).not.toContain('patches')
  expect(stillsHint(null)).not.toContain('patches')
})
