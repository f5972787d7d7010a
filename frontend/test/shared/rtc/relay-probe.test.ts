import { describe, expect, test } from '@jest/globals'
import { tryRelay } from '../../../src/shared/rtc/relay-probe.js'

interface Channel {
  onopen?: () => void
  onmessage?: (message: { data: string }) => void
  send: (data: string) => void
}

/** Two connections whose channels meet `afterMs`, unless `reaches` is false. */
function setUp({ reaches = true, fails = false } = {}) {
  let time = 0
  let timeout = (): void => undefined
  const channels: Channel[] = []
  const configurations: RTCConfiguration[] = []
  let closed = 0
  const createPeerConnection = (configuration: RTCConfiguration) => {
    configurations.push(configuration)
    const own = channels.length
    const channel: Channel = {
      send: (data) => {
        time += 10
        queueMicrotask(() => channels[1 - own]?.onmessage?.({ data }))
      },
    }
    channels.push(channel)
    return {
      createDataChannel: () => channel,
      createOffer: async () => ({}),
      createAnswer: async () => ({}),
      setLocalDescription: async () => {
        if (fails) throw new Error('no')
      },
      setRemoteDescription: async () => {
        if (own !== 0) return
        if (reaches) queueMicrotask(() => channel.onopen?.())
        else queueMicrotask(() => timeout())
      },
      localDescription: {},
      close: () => (closed += 1),
    } as unknown as RTCPeerConnection
  }
  const clock = {
    now: () => time,
    after: (_: number, run: () => void) => {
      timeout = run
      return () => undefined
    },
  }
  const answer = tryRelay({ createPeerConnection, clock, now: () => time, iceServers: [{ urls: ['turn:a.example'] }] })
  return { answer, configurations, closed: () => closed }
}

describe('tryRelay', () => {
  test('measures the round trip through the relay alone, and hangs up', async () => {
    const { answer, configurations, closed } = setUp()
    expect(await answer).toBe(20)
    expect(configurations.map(({ iceTransportPolicy }) => iceTransportPolicy)).toEqual(['relay', 'relay'])
    expect(closed()).toBe(2)
  })

  test('answers null when the relay is not reached in time', async () => {
    const { answer, closed } = setUp({ reaches: false })
    expect(await answer).toBeNull()
    expect(closed()).toBe(2)
  })

  test('answers null when the browser makes no connections', async () => {
    const createPeerConnection = () => {
      throw new ReferenceError('RTCPeerConnection is not defined')
    }
    const clock = { now: () => 0, after: () => () => undefined }
    expect(await tryRelay({ createPeerConnection, clock, now: () => 0, iceServers: [] })).toBeNull()
  })

  test('answers null when the browser refuses a step', async () => {
    expect(await setUp({ fails: true }).answer).toBeNull()
  })
})
