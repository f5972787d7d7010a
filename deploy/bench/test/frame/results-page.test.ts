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

test('states date, command, machine and faults', () => {
  const facts = {
    name: 'chat',
    command: 'npm run bench -- chat',
    date: new Date('2026-11-21T19:00:00Z'),
    machine: { processor: 'some processor', processors: 2, memoryGiB: 24, system: 'Linux 6.18', node: 'v20.20.2' },
  }
  const clean = sectionOf({ figures: [], faults: [], notes: ['one note'] }, facts)
  expect(clean).toContain(
    '2026-11-21, by `npm run bench -- chat`, on 2 cores (some processor), 24 GiB, Linux 6.18, Node',
  )
  expect(clean).toContain('Nothing was lost')
  expect(clean).toContain('- one note')
  expect(sectionOf({ figures: [], faults: ['3 lost'], notes: [] }, facts)).toContain('Faults: 3 lost')
})
