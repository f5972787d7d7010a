import { describe, expect, test } from '@jest/globals'
import { createRelayWatch } from '../../../../src/shared/rtc/adaptation/relay-watch.js'
import { manualClock } from '../../realtime/manual-clock.js'

interface Channel {
  bufferedAmount: number
  onopen: (() => void) | null
  onmessage: ((message: { data: string }) => void) | null
  send: (data: string) => void
}

/** Loops whose messages arrive as long as `path` is whole; each loop opens at once, unless the relay is out of reach. */
function setUp() {
  const { clock, advance } = manualClock()
  const path = { whole: true, reachable: true }
  const channels: Channel[] = []
  let closed = 0
  const createPeerConnection = () => {
    const at = channels.length
    const goesOn = { whole: true }
    const channel: Channel = {
      bufferedAmount: 0,
      onopen: null,
      onmessage: null,
      // A path that has died stays dead for this connection.
      send: (data) => {
        goesOn.whole &&= path.whole
        if (goesOn.whole) channels[at + 1]?.onmessage?.({ data })
      },
    }
    channels.push(channel)
    return {
      createDataChannel: () => channel,
      createOffer: async () => ({}),
      createAnswer: async () => ({}),
      setLocalDescription: async () => undefined,
      setRemoteDescription: async () => undefined,
      localDescription: {},
      close: () => (closed += 1),
    } as unknown as RTCPeerConnection
  }
  const onError = (error: unknown) => {
    throw error
  }
  const watch = createRelayWatch({ createPeerConnection, clock, start: { iceServers: [] }, onError })
  let opened = 0
  /** In steps of the messages; new loops open on the way. */
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      if (path.reachable) for (; opened < channels.length; opened += 2) channels[opened]?.onopen?.()
      advance(100)
    }
  }
  return { watch, path, pass, loops: () => channels.length / 2, closed: () => closed }
}

const CLEAN = { rttMs: 0, lossPercent: 0 }

describe('RelayWatch', () => {
  test('knows nothing at first, then how messages arrive', () => {
    const { watch, pass, loops } = setUp()
    pass(1_000)
    expect(watch.result()).toBeNull()
    pass(3_000)
    expect(watch.result()).toEqual(CLEAN)
    expect(loops()).toBe(1)
  })

  test('makes a loop anew when nothing has arrived on it for three seconds', () => {
    const { watch, path, pass, loops, closed } = setUp()
    pass(6_000)
    path.whole = false
    pass(1_000)
    path.whole = true
    pass(1_900)
    expect(loops()).toBe(1)
    pass(300)
    expect(loops()).toBe(2)
    expect(closed()).toBe(2)
    // The last verdict holds until the new loop has its own.
    expect(watch.result()?.lossPercent).toBeGreaterThan(0)
    pass(4_000)
    expect(watch.result()).toEqual(CLEAN)
  })

  test('calls a relay that is not reached for four seconds unreachable, and goes on trying', () => {
    const { watch, path, pass, loops } = setUp()
    path.reachable = false
    pass(3_900)
    expect(watch.result()).toBeNull()
    pass(300)
    expect(watch.result()).toEqual({ rttMs: 4_000, lossPercent: 100 })
    expect(loops()).toBe(2)
    path.reachable = true
    pass(4_000)
    expect(watch.result()).toEqual(CLEAN)
  })

  test('is over once it is closed', () => {
    const { watch, pass, loops, closed } = setUp()
    pass(1_000)
    watch.close()
    expect(closed()).toBe(2)
    pass(20_000)
    expect(loops()).toBe(1)
  })
})
