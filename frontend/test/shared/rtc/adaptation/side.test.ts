import { describe, expect, test } from '@jest/globals'
import type { LinkBand, LinkSide } from '@kla/proto/web'
import { type AccessMeasurement, sideOf } from '../../../../src/shared/rtc/adaptation/side.js'
import { GOOD } from './reading.js'

const sees = (rttMs: number | null, lossPercent = 0, gatewayRttMs = 40): AccessMeasurement => ({
  relay: rttMs === null ? null : { rttMs, lossPercent },
  gatewayRttMs,
  limited: false,
})
const FINE = sees(40)
const side = (own: AccessMeasurement, theirs: AccessMeasurement | null, band: LinkBand = 'poor', reading = GOOD) =>
  sideOf({ band, reading, own, theirs })
const OPPOSITE: Partial<Record<LinkSide, LinkSide>> = { yours: 'theirs', theirs: 'yours' }

describe('side of a weak link', () => {
  test.each<[string, LinkSide, AccessMeasurement, AccessMeasurement]>([
    ['this end loses packets on its way to the relay', 'yours', sees(40, 15), FINE],
    ['this end is far from the relay', 'yours', sees(600), FINE],
    ['the other end loses packets', 'theirs', FINE, sees(40, 15)],
    ['the other end loses many more', 'theirs', sees(60, 3), sees(60, 20)],
    ['both reach the gateway well and the relay badly', 'relay', sees(300, 8), sees(320, 9)],
    ['both reach the relay badly, and one the gateway as well', 'theirs', sees(300, 8), sees(320, 9, 700)],
    ['there is no relay, and this end reaches the gateway badly', 'yours', sees(null, 0, 700), sees(null)],
    ['neither end knows', 'unknown', sees(null), sees(null)],
    ['neither end has trouble', 'unknown', FINE, FINE],
  ])('gets the same name at both ends when %s', (_when, named, own, theirs) => {
    expect(side(own, theirs)).toBe(named)
    expect(side(theirs, own)).toBe(OPPOSITE[named] ?? named)
  })

  test('follows the direction that is limited, without other measurements', () => {
    const limited = { ...sees(null), limited: true }
    expect(side(limited, sees(null), 'poor', { ...GOOD, lossOutPercent: 9 })).toBe('yours')
    expect(side(sees(null), limited, 'poor', { ...GOOD, lossInPercent: 9 })).toBe('theirs')
  })

  test('is not named while the link is good', () => {
    expect(side(sees(40, 50), FINE, 'good')).toBe('unknown')
  })
})

describe('side of a lost link', () => {
  test.each<[LinkSide, AccessMeasurement]>([
    ['yours', sees(4_000, 100, 3_000)],
    ['relay', sees(4_000, 100)],
    ['theirs', FINE],
    ['unknown', { relay: null, gatewayRttMs: null, limited: false }],
  ])('is %s by what this end still reaches', (named, own) => {
    expect(side(own, null, 'lost')).toBe(named)
  })
})
