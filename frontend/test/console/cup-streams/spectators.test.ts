import { expect, test } from '@jest/globals'
import { spectatorLink } from '../../../src/console/cup-streams/spectators.js'

const SITE = 'https://kla.example'

test('a link for spectators is whole, so that it can be passed on', () => {
  const link = spectatorLink({ spectators_allowed: true, spectator_url: '/watch?room=ab' }, SITE)
  expect(link).toBe('https://kla.example/watch?room=ab')
})

test('there is none while not both players allow it, or nobody plays', () => {
  expect(spectatorLink({ spectators_allowed: false, spectator_url: '/watch?room=ab' }, SITE)).toBeNull()
  expect(spectatorLink({ spectators_allowed: true, spectator_url: null }, SITE)).toBeNull()
})
