import { describe, expect, test } from '@jest/globals'
import { codecOrder, createCodecs } from '../../../src/shared/rtc/codec-order.js'
import { createLateCodecs, isSparing, lightest, preferCodecs } from '../../../src/shared/rtc/codecs.js'
import { settle } from '../../settle.js'
import { FakePeerConnection } from './fake-peer-connection.js'

const codec = (name: string, clockRate = 90_000) => ({ mimeType: `video/${name}`, clockRate })
const CHROMIUM = ['VP8', 'rtx', 'VP9', 'H264', 'AV1', 'red', 'ulpfec'].map((name) => codec(name))
const SAFARI = ['H264', 'rtx', 'VP8', 'VP9'].map((name) => codec(name))
const names = (codecs: readonly { mimeType: string }[]) => codecs.map(({ mimeType }) => mimeType.slice(6))
const EFFICIENT = { smooth: true, powerEfficient: true }
const SMOOTH = { smooth: true, powerEfficient: false }
const HEAVY = { smooth: false, powerEfficient: false }

describe('codecOrder', () => {
  test('puts AV1, VP9 and H.264 first where their encoders are efficient', () => {
    const order = codecOrder(CHROMIUM, { AV1: EFFICIENT, VP9: EFFICIENT, H264: EFFICIENT })
    expect(names(order)).toEqual(['AV1', 'VP9', 'H264', 'VP8', 'rtx', 'red', 'ulpfec'])
  })

  test('takes VP9 that is merely smooth, but neither AV1 nor H.264', () => {
    expect(names(codecOrder(CHROMIUM, { AV1: SMOOTH, VP9: SMOOTH, H264: SMOOTH }))).toEqual([
      'VP9',
      'VP8',
      'rtx',
      'H264',
      'red',
      'ulpfec',
    ])
  })

  test('leaves out AV1 and VP9 that this device encodes badly, so that the other side cannot choose them', () => {
    for (const efficiencies of [{ AV1: HEAVY, VP9: HEAVY }, {}]) {
      expect(names(codecOrder(CHROMIUM, efficiencies))).toEqual(['VP8', 'rtx', 'H264', 'red', 'ulpfec'])
    }
  })

  test('keeps what every browser has, whatever the device', () => {
    for (const listed of [CHROMIUM, SAFARI]) {
      for (const found of [EFFICIENT, SMOOTH, HEAVY]) {
        const order = names(codecOrder(listed, { AV1: found, VP9: found, H264: found }))
        expect(order).toEqual(expect.arrayContaining(['VP8', 'H264', 'rtx']))
      }
    }
  })

  test('has no wish without a codec that every browser has', () => {
    expect(codecOrder([codec('AV1'), codec('rtx')], { AV1: EFFICIENT })).toEqual([])
    expect(codecOrder([], {})).toEqual([])
  })
})

test('tells sparing codecs from those that any device encodes', () => {
  expect(CHROMIUM.filter(isSparing).map(({ mimeType }) => mimeType)).toEqual(['video/VP9', 'video/AV1'])
  expect(isSparing(undefined)).toBe(false)
  expect(lightest([codec('AV1'), codec('rtx'), codec('H264')])).toEqual(codec('H264'))
})

describe('createCodecs', () => {
  test('orders by what the browser answers, and no more once an encoder proved too heavy', async () => {
    const codecs = createCodecs({
      list: () => CHROMIUM,
      ask: async (name) => {
        if (name === 'AV1') throw new TypeError('unknown')
        return SMOOTH
      },
    })
    expect(names(codecs.order())[0]).toBe('VP8')
    await settle()
    expect(names(codecs.order())[0]).toBe('VP9')
    codecs.lighten()
    expect(names(codecs.order())).toEqual(['VP8', 'rtx', 'H264', 'red', 'ulpfec'])
  })
})

describe('createLateCodecs', () => {
  test('has no wish until loaded, nor if it never is', async () => {
    let lightened = 0
    const loaded = createLateCodecs(async () => () => ({ order: () => CHROMIUM, lighten: () => lightened++ }))
    const missing = createLateCodecs(() => Promise.reject(new Error('offline')))
    expect(loaded.order()).toEqual([])
    await settle()
    loaded.lighten()
    missing.lighten()
    expect([loaded.order(), missing.order(), lightened]).toEqual([CHROMIUM, [], 1])
  })
})

describe('preferCodecs', () => {
  const setUp = () => {
    const pc = new FakePeerConnection()
    const sender = pc.addTrack('camera')
    const apply = (order: () => readonly RTCRtpCodec[]) =>
      preferCodecs(pc.asReal(), sender as never, { order, lighten: () => undefined })
    return { pc, apply }
  }

  test('asks the transceiver of the picture', () => {
    const { pc, apply } = setUp()
    apply(() => CHROMIUM)
    expect(pc.preferred.get('camera')).toEqual(CHROMIUM)
  })

  test('leaves a browser without a wish, and one that refuses, as it is', () => {
    const { pc, apply } = setUp()
    apply(() => [])
    apply(() => {
      throw new TypeError('getCapabilities is not a function')
    })
    expect(pc.preferred.size).toBe(0)
  })
})
