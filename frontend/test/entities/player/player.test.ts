import { expect, test } from '@jest/globals'
import { avatarUrl, nameOfPlayer, userAvatarUrl } from '../../../src/entities/player/player.js'
import { toSession } from '../../../src/entities/session/session-api.js'

test.each([
  ['vera', 'vera'],
  ['', 'Deleted player'],
])('shows the name %j as %s', (username, shown) => {
  expect(nameOfPlayer({ username })).toBe(shown)
})

test('builds the avatar URL from user id and hash', () => {
  expect(avatarUrl('https://cdn.test', '11', 'abc')).toBe('https://cdn.test/avatars/11/abc.png?size=128')
})

test('returns no avatar without a hash or while the CDN is unknown', () => {
  expect(avatarUrl('https://cdn.test', '11', null)).toBeNull()
  expect(avatarUrl('https://cdn.test', '11', '')).toBeNull()
  expect(avatarUrl(undefined, '11', 'abc')).toBeNull()
  expect(avatarUrl('https://cdn.test', '', 'abc')).toBeNull()
})

test.each([
  ['unchosen', null],
  ['discord', 'https://cdn.test/avatars/11/abc.png?size=128'],
  ['player', null],
] as const)('shows who is shown as %s with the picture %s', (shown_as, url) => {
  const session = toSession({
    id: 7,
    username: 'vera.k',
    avatar: 'abc',
    discord_id: '11',
    shown_as,
    player_name: 'Otter 4',
  })
  expect(session && userAvatarUrl('https://cdn.test', session.user)).toBe(url)
})
