import { expect, test } from '@jest/globals'
import { guildIconUrl } from '../../../src/console/members/guild-icon.js'

test('a guild without a picture, or before it is known where pictures are, has none', () => {
  expect(guildIconUrl('https://cdn.example', '9', 'abc')).toMatch(/^https:\/\/cdn\.example\/icons\/9\/abc\.png/)
  expect(guildIconUrl('https://cdn.example', '9', null)).toBeNull()
  expect(guildIconUrl(undefined, '9', 'abc')).toBeNull()
})
