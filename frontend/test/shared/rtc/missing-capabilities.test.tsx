import { afterEach, describe, expect, test } from '@jest/globals'
import { useRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LATE_AFTER_MS, LATE_WORDS, type Wait } from '../../../src/entities/connection/late-words.js'
import { NoWebRtc } from '../../../src/entities/connection/no-webrtc.js'
import { watchLevel } from '../../../src/entities/devices/level.js'
import { useGrowingList } from '../../../src/shared/browser/use-growing-list.js'
import { createWebAudioKit } from '../../../src/shared/drum/index.js'
import { browserCamera, requestCamera } from '../../../src/shared/rtc/camera.js'
import { canConnect } from '../../../src/shared/rtc/can-connect.js'
import { createPatches } from '../../../src/shared/rtc/patches.js'
import { createStandIn } from '../../../src/shared/rtc/stand-in.js'

/** Node has none of what a browser may lack. */
const give = (things: object) => Object.assign(globalThis, things)
afterEach(() => {
  for (const name of ['document', 'navigator', 'RTCPeerConnection']) Reflect.deleteProperty(globalThis, name)
})

const canvas = { getContext: () => null }
const element = { createElement: () => ({ ...canvas }) }

describe('a browser without WebRTC', () => {
  test('is recognised, also where the constructor is there and refuses', () => {
    expect(canConnect()).toBe(false)
    give({
      RTCPeerConnection: class {
        constructor() {
          throw new DOMException('disabled', 'NotAllowedError')
        }
      },
    })
    expect(canConnect()).toBe(false)
    give({
      RTCPeerConnection: class {
        close = () => undefined
      },
    })
    expect(canConnect()).toBe(true)
  })

  test('shows what is missing, how to tell, and what to try', () => {
    const text = renderToStaticMarkup(<NoWebRtc />)
    for (const words of ['need WebRTC', 'If Kla works in another browser', 'Turn off privacy extensions']) {
      expect(text).toContain(words)
    }
  })
})

test.each([[undefined], [{}]])('reports devices as unsupported where pages get none (%j)', async (mediaDevices) => {
  give({ navigator: { mediaDevices } })
  const { audio, video, problems } = await requestCamera(browserCamera)
  expect([audio, video, problems]).toEqual([
    null,
    null,
    { camera: 'NotSupportedError', microphone: 'NotSupportedError' },
  ])
})

describe('a browser without an audio context', () => {
  test('plays no drum and measures no sound', () => {
    const levels: unknown[] = []
    expect(() => {
      const kit = createWebAudioKit()
      kit.setMuted(true)
      kit.wake()
      kit.strike(kit.now())
      kit.close()
      watchLevel({} as MediaStreamTrack, (level) => levels.push(level))()
    }).not.toThrow()
    expect(levels).toEqual([])
  })

  test('sends a track of a receiver, which is silent, in place of a microphone', () => {
    give({
      document: element,
      RTCPeerConnection: class {
        addTransceiver = (kind: string) => ({ receiver: { track: { kind, stop: () => undefined } } })
      },
    })
    const { audio, video, stop } = createStandIn()
    expect([audio.kind, video.kind]).toEqual(['audio', 'video'])
    stop()
  })

  test('sends no sound behind the veil', () => {
    give({ document: { createElement: () => ({ ...canvas, play: async () => undefined }) } })
    const patches = createPatches()
    expect(patches.tracks).toEqual({ audio: null, video: null })
    patches.stop()
  })
})

test('a browser without pictures, sound and connections still has something to hold in their place', () => {
  give({ document: element })
  const { audio, video, stop } = createStandIn()
  // As an open veil sends them.
  expect([audio.clone().kind, video.clone().kind]).toEqual(['audio', 'video'])
  stop()
})

test('a list is complete where the browser cannot tell what is on screen', () => {
  const List = () => {
    const { shown } = useGrowingList<HTMLDivElement>(250, 20)
    const place = useRef(null)
    return <p ref={place}>{shown}</p>
  }
  expect(renderToStaticMarkup(<List />)).toContain('250')
})

test.each(Object.keys(LATE_WORDS) as Wait[])('the wait for “%s” ends within 20 seconds with what to try', (wait) => {
  expect(LATE_AFTER_MS[wait]).toBeLessThanOrEqual(20_000)
  const { short, title, what, tell, steps } = LATE_WORDS[wait]('Vera')
  for (const text of [short, title, what, tell, ...steps]) expect(text.length).toBeGreaterThan(10)
  expect(steps.length).toBeGreaterThan(1)
})
