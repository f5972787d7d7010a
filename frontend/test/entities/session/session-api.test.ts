import { expect, test } from '@jest/globals'
import { toSession } from '../../../src/entities/session/session-api.js'

const answer = { id: 7, username: 'vera.k', avatar: 'abc', global_name: 'Vera', discord_id: '11', ageConfirmed: true }

test('an empty answer is nobody', () => {
  expect(toSession({})).toBeNull()
})

test('somebody without an id is nobody', () => {
  expect(toSession({ username: 'vera.k' })).toBeNull()
})

test('reads who is signed in', () => {
  expect(toSession({ ...answer, accessToken: 't' })).toEqual({
    user: { id: 7, username: 'vera.k', displayName: 'Vera', avatar: 'abc', discordId: '11' },
    accessToken: 't',
    ageConfirmed: true,
    ageLocked: false,
  })
})

test('falls back to the username where there is no global name', () => {
  expect(toSession({ ...answer, global_name: null })?.user.displayName).toBe('vera.k')
})

test('takes no verdict for one that is not confirmed', () => {
  expect(toSession({ id: 7, username: 'vera.k' })?.ageConfirmed).toBe(false)
})
