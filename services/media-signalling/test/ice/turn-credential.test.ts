import { describe, expect, test } from '@jest/globals'
import { createHmac } from 'node:crypto'
import { mintIceServers, mintTurnCredential, type Holder } from '../../src/ice/index.js'

const settings = {
  stunUrls: ['stun:stun.kla.test:3478'],
  turnUrls: ['turn:turn.kla.test:3478?transport=udp', 'turns:turn.kla.test:5349'],
  turnSecret: 'north',
  turnTtlMs: 600_000,
}

const seat: Holder = { roomId: 'r1', who: { accountId: 1 } }

describe('mintTurnCredential', () => {
  test('names the expiry in whole seconds and signs the name', () => {
    const about = { secret: 'north', ttlMs: 600_000, nowMs: 1_000_500, holder: 'x' }
    const { username, credential } = mintTurnCredential(about)
    expect(username).toMatch(/^1800:[\w-]{20}$/)
    expect(credential).toBe(createHmac('sha1', 'north').update(username).digest('base64'))
  })

  const nameOf = (holder: Holder, nowMs = 0) => mintIceServers(settings, holder, nowMs)[1]?.username

  test('gives each holder a name of its own', () => {
    expect(nameOf(seat, 1)).toBe(nameOf(seat, 599_999))
    const others = [
      { ...seat, roomId: 'r2' },
      { ...seat, who: { accountId: 2 } },
      { ...seat, who: { socketId: '1' } },
    ]
    expect(new Set([seat, ...others].map((holder) => nameOf(holder))).size).toBe(4)
  })

  test('expires after one to two lifetimes, so that a holder has at most two names at a time', () => {
    for (let at = 0; at < 3_000_000; at += 7_001) {
      const expiresAtMs = Number(nameOf(seat, at)?.split(':')[0]) * 1000
      expect(expiresAtMs - at).toBeGreaterThanOrEqual(600_000)
      expect(expiresAtMs - at).toBeLessThanOrEqual(1_200_000)
    }
  })

  test('does not reveal the holder', () => {
    const other = { ...settings, turnSecret: 'south' }
    expect(mintIceServers(other, seat, 0)[1]?.username).not.toBe(nameOf(seat))
  })
})

describe('mintIceServers', () => {
  test('returns STUN without and TURN with a credential', () => {
    const [stun, turn] = mintIceServers(settings, seat, Date.now())
    expect(stun).toEqual({ urls: settings.stunUrls, username: '', credential: '' })
    expect(turn).toMatchObject({ urls: settings.turnUrls, username: expect.stringMatching(/^\d+:[\w-]{20}$/) })
  })

  test('returns none when none are configured', () => {
    expect(mintIceServers({ ...settings, stunUrls: [], turnUrls: [] }, seat, 0)).toEqual([])
  })
})
