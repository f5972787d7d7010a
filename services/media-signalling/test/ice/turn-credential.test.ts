import { createHmac } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import type { Call } from '@kla/chassis'
import { type Holder, mintIceServers, mintProbe, mintTurnCredential } from '../../src/ice/index.js'

const settings = {
  stunUrls: ['stun:stun.kla.test:3478'],
  turnUrls: ['turn:turn.kla.test:3478?transport=udp', 'turns:turn.kla.test:5349'],
  turnSecret: 'north',
  turnTtlMs: 600_000,
}

const seat = { roomId: 'r1', accountId: 7 } as const

describe('mintTurnCredential', () => {
  test('names the expiry in whole seconds and signs the name', () => {
    const about = { secret: 'north', ttlMs: 600_000, nowMs: 1_000_500, holder: seat }
    const { username, credential } = mintTurnCredential(about)
    expect(username).toMatch(/^1601:[0-9a-v]{24}$/)
    expect(credential).toBe(createHmac('sha1', 'north').update(username).digest('base64'))
  })

  const nameOf = (holder: Holder, about: Partial<typeof settings> = {}) =>
    mintIceServers({ ...settings, ...about }, holder, 0)[1]?.username

  test('names an account in a room the same at any time, and differently from other accounts, rooms, judges and tests', () => {
    const [, later] = mintIceServers(settings, seat, 5_000_000)
    expect(later?.username.split(':')[1]).toBe(nameOf(seat)?.split(':')[1])
    const others: Holder[] = [
      ...[
        { ...seat, roomId: 'r2' },
        { ...seat, accountId: 8 },
        { roomId: 'r1', judge: '7' },
        { probing: 7 },
        { probing: 8 },
      ],
    ]
    expect(new Set([seat, ...others].map((holder) => nameOf(holder))).size).toBe(6)
  })

  test('does not reveal the holder', () => {
    expect(nameOf(seat, { turnSecret: 'south' })).not.toBe(nameOf(seat))
  })
})

describe('mintProbe', () => {
  test('returns a credential for the caller that lives a minute', async () => {
    const probe = mintProbe({ ...settings, iceTransportPolicy: 'relay' }, () => 7_000)
    const call = (accountId: number) =>
      ({ principal: async () => ({ accountId }) }) as unknown as Pick<Call, 'principal'>
    const { iceServers, iceTransportPolicy, expiresAtMs } = await probe({}, call(1))
    expect({ iceTransportPolicy, expiresAtMs }).toEqual({ iceTransportPolicy: 'relay', expiresAtMs: 67_000 })
    expect(iceServers[1]?.username).toBe(
      mintIceServers({ ...settings, turnTtlMs: 60_000 }, { probing: 1 }, 7_000)[1]?.username,
    )
    expect((await probe({}, call(2))).iceServers[1]?.username).not.toBe(iceServers[1]?.username)
  })
})

describe('mintIceServers', () => {
  test('returns STUN without and TURN with a credential', () => {
    const [stun, turn] = mintIceServers(settings, seat, Date.now())
    expect(stun).toEqual({ urls: settings.stunUrls, username: '', credential: '' })
    expect(turn).toMatchObject({ urls: settings.turnUrls, username: expect.stringMatching(/^\d+:[0-9a-v]{24}$/) })
  })

  test('returns none when none are configured', () => {
    expect(mintIceServers({ ...settings, stunUrls: [], turnUrls: [] }, seat, 0)).toEqual([])
  })
})
