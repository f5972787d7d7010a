import { expect, test } from '@jest/globals'
import { toSession } from '../../../src/entities/session/session-api.js'

const answer = { id: 7, username: 'vera.k', avatar: 'abc', global_name: 'Vera', discord_id: '11', ageConfirmed: true }

test('reads an empty response as a visitor', () => {
  expect(toSession({})).toBeNull()
})

test('reads a user without an id as a visitor', () => {
  expect(toSession({ username: 'vera.k' })).toBeNull()
})

test('reads the signed-in player', () => {
  expect(toSession({ ...answer, accessToken: 't' })).toEqual({
    user: {
      id: 7,
      displayName: 'Vera',
      discordName: 'Vera',
      discordUsername: 'vera.k',
      avatar: 'abc',
      discordId: '11',
      names: null,
    },
    accessToken: 't',
    ageConfirmed: true,
    ageLocked: false,
  })
})

test('falls back to the username without a global name', () => {
  expect(toSession({ ...answer, global_name: null })?.user.displayName).toBe('vera.k')
})

test('shows a player under the chosen player name', () => {
  const names = { shown_as: 'player', player_name: 'Calm Otter 42' } as const
  expect(toSession({ ...answer, ...names })?.user).toMatchObject({
    displayName: 'Calm Otter 42',
    discordName: 'Vera',
    names: { ...names, name_changeable_at: null, on_leaderboards: true },
  })
})

test('never takes the player name for the Discord name', () => {
  const names = { shown_as: 'player', player_name: 'Calm Otter 42' } as const
  const shown = { ...answer, ...names, username: 'Calm Otter 42', global_name: null, discord_username: 'vera.k' }
  expect(toSession(shown)?.user).toMatchObject({
    displayName: 'Calm Otter 42',
    discordName: 'vera.k',
    discordUsername: 'vera.k',
  })
})

test('keeps the Discord name for a player who went back to it', () => {
  expect(toSession({ ...answer, shown_as: 'discord', player_name: 'Calm Otter 42' })?.user.displayName).toBe('Vera')
})

test('treats a missing age verdict as not confirmed', () => {
  expect(toSession({ id: 7, username: 'vera.k' })?.ageConfirmed).toBe(false)
})
