import { expect, test } from '@jest/globals'
import { guildIconUrl, linksOf } from '../../../src/console/members/links.js'

test('each link names its member, and the permission that its screen needs', () => {
  for (const { to, needs } of linksOf(42)) {
    expect(to).toContain('=42')
    expect(needs).toMatch(/\.read$/)
  }
})

test('bans are those that are over, too', () => {
  const bans = linksOf(42).find(({ needs }) => needs === 'bans.read')
  expect(new URLSearchParams(bans?.to.split('?')[1]).get('active')).toBe('')
})

test('a guild without a picture, or before it is known where pictures are, has none', () => {
  expect(guildIconUrl('https://cdn.example', '9', 'abc')).toMatch(/^https:\/\/cdn\.example\/icons\/9\/abc\.png/)
  expect(guildIconUrl('https://cdn.example', '9', null)).toBeNull()
  expect(guildIconUrl(undefined, '9', 'abc')).toBeNull()
})
