import { describe, expect, test } from '@jest/globals'
import { spectatorLink } from '../../../src/console/cup-streams/spectators.js'

const SITE = 'https://kla.example'

describe('spectatorLink', () => {
  test('returns an absolute link', () => {
    const link = spectatorLink({ spectators_allowed: true, spectator_url: '/watch?room=ab' }, SITE)
    expect(link).toBe('https://kla.example/watch?room=ab')
  })

  test('returns null unless both players allow it and the tie is played', () => {
    expect(spectatorLink({ spectators_allowed: false, spectator_url: '/watch?room=ab' }, SITE)).toBeNull()
    expect(spectatorLink({ spectators_allowed: true, spectator_url: null }, SITE)).toBeNull()
  })
})
