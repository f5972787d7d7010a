import { describe, expect, test } from '@jest/globals'
import { sectionAt, SECTIONS } from '../../../src/features/settings/sections.js'
import { settingsPath } from '../../../src/shared/config/paths.js'

describe('sectionAt', () => {
  test.each(SECTIONS.map(({ id }) => [id]))('finds %s by its own link', (id) => {
    expect(sectionAt(new URL(settingsPath(id), 'http://kla.example'))).toBe(id)
  })

  test('starts with the profile', () => {
    expect(sectionAt({ search: '', hash: '' })).toBe('profile')
    expect(sectionAt({ search: '?a=1', hash: '#elsewhere' })).toBe('profile')
  })

  test('shows the purchases after a checkout', () => {
    expect(sectionAt({ search: '?session_id=cs_1', hash: '' })).toBe('purchases')
  })

  test('prefers the section that the address names', () => {
    expect(sectionAt({ search: '?session_id=cs_1', hash: '#support' })).toBe('support')
  })
})
