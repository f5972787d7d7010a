import { createHmac } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import type { Call } from '@kla/chassis'
import { type Holder, mintIceServers, mintProbe, mintTurnCredential } from '../../src/ice/index.js'
import { startPeersFor } from '../../src/pairing/events.js'
import { startWatchPeersFor } from '../../src/spectators/index.js'

const settings = {
  stunUrls: ['stun:stun.kla.test:3478'],
  turnUrls: ['turn:turn.kla.test:3478?transport=udp', 'turns:turn.kla.test:5349'],
  turnSecret: 'north',
  turnTtlMs: 600_000,
}

const seat = { accountId: 7 } as const
const DAY_MS = 24 * 3_600_000

describe('mintTurnCredential', () => {
  test('names the expiry in whole seconds and signs the name', () => {
    const about = { secret: 'north', ttlMs: 600_000, nowMs: 1_000_500, holder: seat }
    const { username, credential } = mintTurnCredential(about)
    expect(username).toMatch(/^1601:[0-9a-v]{24}$/)
    expect(credential).toBe(createHmac('sha1', 'north').update(username).digest('base64'))
  })

  const nameOf = (holder: Holder, about: Partial<typeof settings> = {}, nowMs = 0) =>
    mintIceServers({ ...settings, ...about }, holder, nowMs)[1]?.username.split(':')[1]

  test('names an account the same for a day, and differently from other accounts, judges and tests', () => {
    expect(nameOf(seat, {}, DAY_MS - 1)).toBe(nameOf(seat))
    expect(nameOf(seat, {}, DAY_MS)).not.toBe(nameOf(seat))
    const others: Holder[] = [{ accountId: 8 }, { roomId: 'r1', judge: '7' }, { roomId: 'r2', judge: '7' }]
    const probes: Holder[] = [{ probing: 7 }, { probing: 8 }]
    expect(new Set([seat, ...others, ...probes].map((holder) => nameOf(holder))).size).toBe(6)
  })

  test('names a player or spectator the same in every room', () => {
    const relayed = { ...settings, iceTransportPolicy: 'relay' } as const
    const self = { socketId: 's7', accountId: seat.accountId }
    const other = { socketId: 's8', accountId: 8 }
    const session = { roomVersion: 1, generation: 1, pair: [self, other], policy: 'relay', announced: false } as const
    const watching = { generation: 1, players: [], watchers: [], policy: 'relay', announced: false } as const
    const playing = (roomId: string) => startPeersFor(roomId, session, { self, other, polite: true }, relayed, 0)
    const part = { ...self, watching: true, peers: [] } as const
    const spectating = startWatchPeersFor('r3', watching, part, relayed, { leaseMs: 1, nowMs: 0 })
    const names = [playing('r1'), playing('r2'), spectating].map(
      ({ iceServers }) => iceServers[1]?.username.split(':')[1],
    )
    expect(names).toEqual([nameOf(seat), nameOf(seat), nameOf(seat)])
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
