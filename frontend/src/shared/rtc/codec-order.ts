import { CAMERA } from '@kla/proto/web'
import { type Codec, type Codecs, isCommon, isSparing, nameOf, SPARING } from './codecs.js'

const ASKED = [...SPARING, 'H264'] as const
export type AskedCodec = (typeof ASKED)[number]

/** What Media Capabilities says of an encoder. */
export interface Efficiency {
  readonly smooth: boolean
  readonly powerEfficient: boolean
}

export type Efficiencies = Partial<Record<AskedCodec, Efficiency>>

const isWorthwhile = (name: AskedCodec, { [name]: found }: Efficiencies): boolean =>
  found !== undefined && (found.powerEfficient || (name === 'VP9' && found.smooth))

/**
 * Orders codecs by the bits that they need. AV1 and VP9 are left out unless this device encodes them well: negotiation
 * takes what both ends list. Empty, which means the browser's own order, without a codec that every browser has.
 */
export function codecOrder<Any extends Codec>(listed: readonly Any[], efficiencies: Efficiencies): readonly Any[] {
  const first = ASKED.filter((name) => isWorthwhile(name, efficiencies)).flatMap((name) =>
    listed.filter((codec) => nameOf(codec) === name),
  )
  const others = listed.filter((codec) => !first.includes(codec) && !isSparing(codec))
  return listed.some(isCommon) ? [...first, ...others] : []
}

interface CodecsOptions {
  /** Codecs that can be sent and received. */
  list: () => readonly RTCRtpCodec[]
  ask: (codec: AskedCodec) => Promise<Efficiency>
}

/** Asks once; connections that begin before the answer take the codecs of all browsers. */
export function createCodecs({ list, ask }: CodecsOptions): Codecs {
  let efficiencies: Efficiencies = {}
  let heavy = false
  for (const name of ASKED) {
    void ask(name).then(
      (found) => (efficiencies = { ...efficiencies, [name]: found }),
      () => undefined,
    )
  }
  return {
    order: () => codecOrder(list(), heavy ? {} : efficiencies),
    lighten: () => (heavy = true),
  }
}

const CONTENT_TYPES: Readonly<Record<AskedCodec, string>> = {
  AV1: 'video/AV1',
  VP9: 'video/VP9; profile-id="0"',
  H264: 'video/H264; profile-level-id=42e01f; packetization-mode=1',
}
const ASKED_BPS = 500_000

const listCodecs = (): readonly RTCRtpCodec[] => {
  // Absent in browsers without WebRTC.
  const { RTCRtpSender: sender, RTCRtpReceiver: receiver } = globalThis as Partial<typeof globalThis>
  const sent = sender?.getCapabilities('video')?.codecs ?? []
  const received = receiver?.getCapabilities('video')?.codecs ?? []
  return received.filter((codec) => sent.some((other) => nameOf(other) === nameOf(codec)))
}

const askBrowser = async (codec: AskedCodec): Promise<Efficiency> => {
  const { width, height, frameRate: framerate } = CAMERA
  const video = { contentType: CONTENT_TYPES[codec], width, height, bitrate: ASKED_BPS, framerate }
  return navigator.mediaCapabilities.encodingInfo({ type: 'webrtc', video })
}

export const createBrowserCodecs = (): Codecs => createCodecs({ list: listCodecs, ask: askBrowser })
