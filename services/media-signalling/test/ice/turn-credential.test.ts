import { describe, expect, test } from '@jest/globals'
import { createHmac } from 'node:crypto'
import { mintIceServers } from '../../src/ice/ice-servers.js'
import { mintTurnCredential } from '../../src/ice/turn-credential.js'

const settings = {
  stunUrls: ['stun:stun.kla.test:3478'],
  turnUrls: ['turn:turn.kla.test:3478?transport=udp', 'turns:turn.kla.test:5349'],
  turnSecret: 'north',
  turnTtlMs: 600_000,
}

describe('a TURN credential', () => {
  test('holds its expiry in whole seconds and is a keyed hash of its name', () => {
    const about = { secret: 'north', ttlMs: 600_000, nowMs: 1_000_500, opaque: 'x' }
    const { username, credential } = mintTurnCredential(about)
    expect(username).toBe('1601:x')
    expect(credential).toBe(createHmac('sha1', 'north').update('1601:x').digest('base64'))
  })

  test('is another one each time it is minted', () => {
    const names = Array.from({ length: 50 }, () => mintIceServers(settings, 0)[1]?.username)
    expect(new Set(names).size).toBe(50)
  })
})

describe('ICE servers', () => {
  test('are STUN without a credential and TURN with one', () => {
    const [stun, turn] = mintIceServers(settings, Date.now())
    expect(stun).toEqual({ urls: settings.stunUrls, username: '', credential: '' })
    expect(turn).toMatchObject({ urls: settings.turnUrls, username: expect.stringMatching(/^\d+:[\w-]{12}$/) })
  })

  test('are none where none are configured', () => {
    expect(mintIceServers({ ...settings, stunUrls: [], turnUrls: [] }, 0)).toEqual([])
  })
})
