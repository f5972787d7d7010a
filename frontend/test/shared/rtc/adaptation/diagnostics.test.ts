import { describe, expect, test } from '@jest/globals'
import { LINK_STEPS_MAX, type StartPeersData } from '@kla/proto/web'
import { byOtherRelay } from '../../../../src/shared/rtc/adaptation/other-relay.js'
import { savedDiagnostics, saveDiagnostics } from '../../../../src/shared/rtc/adaptation/saved-diagnostics.js'
import { beginTrace, diagnosticsOf, noteBand, noteStep } from '../../../../src/shared/rtc/adaptation/trace.js'
import { diagnosticsLines } from '../../../../src/shared/rtc/adaptation/words.js'
import { readState, writeState } from '../../../../src/shared/rtc/media-state.js'
import { PANE_SIZES } from '../../../../src/shared/rtc/pane-size.js'
import { fakeMemory } from '../../../fake-memory.js'

const STEP = { step: 'ice-restart', outcome: 'begun', side: 'theirs' } as const

describe('diagnostics', () => {
  const trace = noteStep(
    noteBand(noteBand(beginTrace(1_000), 'good', 'relayed', 2_000), 'poor', null, 62_000),
    STEP,
    64_400,
  )

  test('count the seconds of each band and of each step', () => {
    expect(diagnosticsOf(trace, 65_000)).toEqual({
      route: 'relayed',
      seconds: { excellent: 0, good: 60, fair: 0, poor: 3, lost: 0 },
      steps: [{ at: 63, ...STEP }],
    })
  })

  test('keep the latest steps', () => {
    const long = Array.from({ length: 80 }, (_, at) => at).reduce(
      (all, at) => noteStep(all, STEP, at * 1_000),
      beginTrace(0),
    )
    const { steps } = diagnosticsOf(long, 80_000)
    expect(steps).toHaveLength(LINK_STEPS_MAX)
    expect(steps.at(-1)?.at).toBe(79)
  })

  test('are read aloud in plain words', () => {
    expect(diagnosticsLines(diagnosticsOf(trace, 65_000))).toEqual([
      'Connected through a relay',
      'Time: good 1:00, poor 0:03',
      '1:03 Looked for another path (the opponent’s connection)',
    ])
  })

  test('are kept for this tab, and nothing ill-formed is', () => {
    const memory = fakeMemory()
    expect(savedDiagnostics(memory)).toBeNull()
    saveDiagnostics(diagnosticsOf(trace, 65_000), memory)
    expect(savedDiagnostics(memory)).toEqual(diagnosticsOf(trace, 65_000))
    memory.setItem('kla-link', '{"steps":1}')
    expect(savedDiagnostics(memory)).toBeNull()
  })
})

describe('state message', () => {
  const media = { mic: true, cam: false, source: 'camera', sound: 'microphone' } as const
  const link = { relay: { rttMs: 40, lossPercent: 3 }, gatewayRttMs: 30, limited: true, soundOnly: false }

  test('is read as it was written', () => {
    for (const pane of PANE_SIZES) {
      expect(readState(writeState({ media, link, pane }))).toEqual({ media, link, pane })
    }
  })

  test('of releases before has no link, and a large pane', () => {
    expect(readState(JSON.stringify(media))).toEqual({ media, link: null, pane: 'large' })
  })

  test('with an ill-formed link keeps what it says of the media', () => {
    const odd = { ...media, link: { relay: { rttMs: -1, lossPercent: 'all' }, gatewayRttMs: 1e9, soundOnly: 1 } }
    const nothing = { relay: null, gatewayRttMs: null, limited: false, soundOnly: false }
    expect(readState(JSON.stringify(odd))).toEqual({ media, link: nothing, pane: 'large' })
  })
})

describe('another relay', () => {
  const start = (...urls: string[]): StartPeersData => ({
    peers: [],
    polite: false,
    iceTransportPolicy: 'all',
    iceServers: [{ urls: ['stun:a'] }, { urls, username: 'u', credential: 'c' }],
  })

  test('is the next server, and through it alone', () => {
    expect(byOtherRelay(start('turn:a?transport=udp', 'turns:a:443', 'turn:b'), 'turn:a?transport=udp')).toMatchObject({
      iceTransportPolicy: 'relay',
      iceServers: [{ urls: ['turn:b'], username: 'u', credential: 'c' }],
    })
  })

  test('is the same over TCP where there is one only', () => {
    const byTls = byOtherRelay(start('turn:a?transport=udp', 'turns:a:443'), 'turn:a?transport=udp')
    expect(byTls?.iceServers).toMatchObject([{ urls: ['turns:a:443'] }])
    expect(byOtherRelay(start('turn:a?transport=udp'), null)?.iceServers).toMatchObject([
      { urls: ['turn:a?transport=tcp'] },
    ])
  })

  test('is none without a relay, or where TCP is in use', () => {
    expect(byOtherRelay(start(), null)).toBeNull()
    expect(byOtherRelay(start('turn:a?transport=tcp'), 'turn:a?transport=tcp')).toBeNull()
  })
})
