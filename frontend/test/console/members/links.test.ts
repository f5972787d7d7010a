import { describe, expect, test } from '@jest/globals'
import { guildIconUrl, linksOf } from '../../../src/console/members/links.js'

describe('linksOf', () => {
  test("links to the member's records, each with the permission of its screen", () => {
    for (const { to, needs } of linksOf(42)) {
      expect(to).toMatch(/[=/]42\b/)
      expect(needs).toMatch(/\.read$/)
    }
  })

  test('includes expired and lifted bans', () => {
    const bans = linksOf(42).find(({ needs }) => needs === 'bans.read')
    expect(new URLSearchParams(bans?.to.split('?')[1]).get('active')).toBe('')
  })
})

describe('guildIconUrl', () => {
  test('returns null without an icon or base address', () => {
    expect(guildIconUrl('https://cdn.example', '9', 'abc')).toMatch(/^https:\/\/cdn\.example\/icons\/9\/abc\.png/)
    expect(guildIconUrl('https://cdn.example', '9', null)).toBeNull()
    expect(guildIconUrl(undefined, '9', 'abc')).toBeNull()
  })
})
