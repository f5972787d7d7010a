import { describe, expect, test } from '@jest/globals'
import { judgeRelay } from '../../../src/entities/devices/relay-verdict.js'

const servers = (...urls: string[]) => [{ urls }]
const turn = servers('turn:relay.example:3478?transport=udp')

describe('judgeRelay', () => {
  test.each([
    ['good', 'relay', turn, 42.4, '42 ms'],
    ['good', 'relay', turn, 0.3, '1 ms'],
    ['slow', 'relay', turn, 420, '420 ms'],
    ['good', 'all', servers('stun:a.example', 'turns:a.example'), 80, '80 ms'],
    ['bad', 'relay', turn, null, "won't come through"],
    ['bad', 'all', turn, null, 'Direct connections may still work'],
    ['direct', 'all', servers('stun:a.example'), null, 'connect directly'],
    ['direct', 'all', [], null, 'connect directly'],
    ['bad', 'relay', [], null, 'there is none'],
  ] as const)('says %s under the policy %s', (tone, iceTransportPolicy, iceServers, roundTrip, text) => {
    const verdict = judgeRelay(
      { iceTransportPolicy, iceServers: iceServers.map(({ urls }) => ({ urls: [...urls] })) },
      roundTrip,
    )
    expect(verdict.tone).toBe(tone)
    expect(verdict.text).toContain(text)
  })
})
