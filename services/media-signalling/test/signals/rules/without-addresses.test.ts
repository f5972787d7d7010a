import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parse } from 'sdp-transform'
import { passDescription, withoutAddresses } from '../../../src/signals/rules/description.js'
import { type Addresses, offerSdp, SOME } from '../../support/sdp.js'

const cleaned = withoutAddresses(offerSdp(), 'relay') ?? ''

describe('withoutAddresses under the policy relay', () => {
  test('keeps the lines that two browsers need to connect', () => {
    const { media, groups } = parse(cleaned)
    expect(groups).toEqual([{ type: 'BUNDLE', mids: '0 1' }])
    expect(media).toHaveLength(2)
    expect(media[0]).toMatchObject({
      type: 'audio',
      port: 9,
      iceUfrag: 'Zx3b',
      setup: 'actpass',
      fingerprint: { type: 'sha-256', hash: parse(offerSdp()).media[0]?.fingerprint?.hash },
      endOfCandidates: 'end-of-candidates',
      ext: [{ value: 1 }, { value: 2 }],
    })
    expect(media[1]?.rtp).toMatchObject([{ codec: 'VP8' }])
  })

  test('keeps only the relay candidate, without its related address', () => {
    const left = parse(cleaned).media.flatMap((part) => part.candidates ?? [])
    expect(left).toMatchObject([{ type: 'relay', ip: SOME.relay, port: 56121, raddr: '0.0.0.0', rport: 0 }])
  })

  test('blanks addresses in origin, connection and rtcp lines', () => {
    const { origin, media } = parse(cleaned)
    expect(origin).toMatchObject({ address: '0.0.0.0', username: '-', sessionId: '4611731400430051336' })
    expect(media.map((part) => part.connection?.ip)).toEqual(['0.0.0.0', '0.0.0.0'])
    expect(media[0]?.rtcp).toMatchObject({ port: 9, address: '0.0.0.0' })
  })

  test('is idempotent', () => {
    expect(withoutAddresses(cleaned, 'relay')).toBe(cleaned)
  })

  test('keeps a rejected section rejected', () => {
    expect(withoutAddresses(offerSdp().replace('m=video 9', 'm=video 0'), 'relay')).toContain(
      'm=video 0 UDP/TLS/RTP/SAVPF 96',
    )
  })
})

const ipv4 = fc.tuple(fc.integer({ min: 20, max: 250 }), fc.nat(255), fc.nat(255), fc.integer({ min: 100, max: 255 }))
const group = fc.integer({ min: 0x1000, max: 0xffff }).map((value) => value.toString(16))
const address = fc.oneof(
  ipv4.map((parts) => parts.join('.')),
  fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  group.map((one) => `fe80::${one}:9abc`),
  ipv4.map((parts) => `::ffff:${parts.join('.')}`),
)
const mdns = fc.uuid().map((name) => `${name}.local`)
const secrets = fc.record({ host: address, reflexive: address, mdns })

// Ways to hide an address in a place that a filter for candidates does not look at.
const smuggled = (secret: string): string[] => [
  `a=candidate:1 1 udp 1 ${secret} 1 typ host`,
  `a=CANDIDATE:1 1 udp 1 ${secret} 1 typ host`,
  `A=candidate:1 1 udp 1 ${secret} 1 typ host`,
  ` a=candidate:1 1 udp 1 ${secret} 1 typ host`,
  `a= candidate:1 1 udp 1 ${secret} 1 typ host`,
  `a=candidate :1 1 udp 1 ${secret} 1 typ host`,
  `a=candidate:1 1 udp 1 ${secret} 1 typ relay/host`,
  `a=candidate:1 1 udp 1 198.51.100.4 1 typ relay raddr ${secret} rport 1 x ${secret}`,
  `a=candidate:1 1 udp 1 198.51.100.4 1 typ relay generation ${secret}`,
  `a=candidate:${secret} 1 udp 1 198.51.100.4 1 typ relay`,
  `a=remote-candidates:1 ${secret} 1`,
  `a=rtcp:1 IN IP4 ${secret}`,
  `a=RTCP:1 IN IP4 ${secret}`,
  `a=source-filter: incl IN IP4 * ${secret}`,
  `a=some-face:${secret}`,
  `a=x:${secret}/`,
  `a=fingerprint:sha-256 ${secret}`,
  `a=mid:0\rc=IN IP4 ${secret}`,
  `a=mid:0\na=candidate:1 1 udp 1 ${secret} 1 typ srflx raddr ${secret} rport 1`,
  `c=IN IP4 ${secret}`,
  `C=IN IP4 ${secret}`,
  `i=${secret}`,
  `u=http://${secret}/`,
  `s=${secret}`,
  `b=AS:${secret}`,
  `z=${secret}`,
]

describe('withoutAddresses with arbitrary descriptions', () => {
  test('leaves no host, reflexive or mDNS address', () => {
    fc.assert(
      fc.property(secrets, fc.nat(), fc.nat(), (hidden, where, which) => {
        const addresses: Addresses = { ...hidden, relay: SOME.relay }
        const lines = offerSdp(addresses).split('\r\n')
        const tricks = [hidden.host, hidden.reflexive, hidden.mdns].flatMap(smuggled)
        lines.splice(1 + (where % (lines.length - 1)), 0, tricks[which % tricks.length] as string)
        const verdict = passDescription({ type: 'offer', sdp: lines.join('\r\n') }, 'offer', 'relay')
        const out = JSON.stringify(verdict).toLowerCase()
        for (const secret of Object.values(hidden)) expect(out).not.toContain(secret.toLowerCase())
      }),
      { numRuns: 2_000 },
    )
  })

  test('covers every way to hide an address', () => {
    for (const trick of smuggled('203.0.113.99')) {
      const verdict = passDescription({ type: 'offer', sdp: offerSdp() + trick + '\r\n' }, 'offer', 'relay')
      expect(JSON.stringify(verdict)).not.toContain('203.0.113.99')
    }
  })

  test('handles any text quickly and without an exception', () => {
    const pieces = ['a=', 'c=IN ', '\r', '\n', ':', '1.2.3.4', 'fe80::', ' ', 'é', '\u2028', '::', 'm=audio 9 ']
    const noise = fc.array(fc.constantFrom(...pieces), { maxLength: 400 })
    fc.assert(
      fc.property(noise, (parts) => {
        passDescription({ type: 'offer', sdp: `v=0\r\n${parts.join('')}` }, 'offer', 'relay')
      }),
    )
    const startedAt = performance.now()
    for (const unit of ['a=:', '1.', 'a:', 'candidate:1 ', ' x y', ':0']) {
      withoutAddresses(`v=0\r\na=${unit.repeat(15_000 / unit.length)}`, 'relay')
      withoutAddresses(`v=0\r\na=candidate:1 1 udp 1 1.2.3.4 1 typ relay${unit.repeat(15_000 / unit.length)}`, 'relay')
    }
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })
})
