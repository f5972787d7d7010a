import { describe, expect, test } from '@jest/globals'
import { sectionOf, withSection } from '../../src/frame/results-page.js'

describe('withSection', () => {
  test('appends a new section', () => {
    const page = withSection('# Results\n', 'chat', 'new')
    expect(page).toBe('# Results\n\n<!-- part: chat -->\nnew\n<!-- end: chat -->\n')
  })

  test('replaces an older section and keeps the others', () => {
    const page = withSection(withSection('# Results\n', 'chat', 'old'), 'battles', 'other')
    expect(withSection(page, 'chat', 'new')).toBe(page.replace('old', 'new'))
  })
})

test('names faults and notes of all rounds', () => {
  const round = { figures: [], faults: [], amounts: {}, notes: ['one note'] }
  const clean = sectionOf('chat', '2026-11-21, by a command.', [round])
  for (const text of ['## chat', 'by a command', 'Nothing was lost', '- one note']) expect(clean).toContain(text)
  expect(sectionOf('chat', '', [{ ...round, faults: ['3 lost'] }])).toContain('Faults: 3 lost')
})
