import type { Page } from 'playwright-core'

/** What the sender is asked for, and the codec to send with. */
export interface Setting {
  readonly codec: 'VP8' | 'VP9' | 'H264' | 'AV1'
  /** Bits per second; absent: the browser's own maximum. */
  readonly maxBitrate?: number
  readonly scaleResolutionDownBy?: number
}

/** Counters of one stream, picture and sound together. */
export interface Counters {
  readonly bytes: number
  readonly frames: number
  readonly encodeSeconds: number
  readonly codec: string
  readonly height: number
  readonly limitedBy: string
  readonly estimateKbps: number
}

interface Kept {
  sender: RTCPeerConnection
  receiver: RTCPeerConnection
  planes: { frame: number; luma: string }[]
  sampling: boolean
}

/** Connects the two pages anew; the first one sends its camera. */
export async function connect(from: Page, to: Page, setting: Setting): Promise<void> {
  const offer = await from.evaluate(beginSending, setting)
  const answer = await to.evaluate(beginReceiving, offer)
  await from.evaluate(async (sdp) => {
    await (globalThis as unknown as Kept).sender.setRemoteDescription({ type: 'answer', sdp })
  }, answer)
}

async function beginSending({ codec, maxBitrate, scaleResolutionDownBy = 1 }: Setting): Promise<string> {
  const here = globalThis as unknown as Kept
  ;(here.sender as RTCPeerConnection | undefined)?.close()
  const pc = (here.sender = new RTCPeerConnection())
  const media = await navigator.mediaDevices.getUserMedia({
    audio: true,
    video: { width: 640, height: 360, frameRate: 30 },
  })
  for (const track of media.getAudioTracks()) pc.addTransceiver(track, { direction: 'sendonly' })
  for (const track of media.getVideoTracks()) {
    track.contentHint = 'motion'
    const { codecs = [] } = RTCRtpReceiver.getCapabilities('video') ?? {}
    const wanted = codecs.filter(({ mimeType }) => mimeType === `video/${codec}`)
    const others = codecs.filter(({ mimeType }) => mimeType === 'video/rtx')
    const encoding: RTCRtpEncodingParameters = { scaleResolutionDownBy }
    if (maxBitrate !== undefined) encoding.maxBitrate = maxBitrate
    pc.addTransceiver(track, { direction: 'sendonly', sendEncodings: [encoding] }).setCodecPreferences([
      ...wanted,
      ...others,
    ])
  }
  await pc.setLocalDescription()
  await new Promise<void>((resolve) => {
    if (pc.iceGatheringState === 'complete') return resolve()
    pc.onicegatheringstatechange = () => {
      if (pc.iceGatheringState === 'complete') resolve()
    }
  })
  return pc.localDescription?.sdp ?? ''
}

async function beginReceiving(sdp: string): Promise<string> {
  const here = globalThis as unknown as Kept
  ;(here.receiver as RTCPeerConnection | undefined)?.close()
  const pc = (here.receiver = new RTCPeerConnection())
  here.planes = []
  here.sampling = false
  document.querySelector('video')?.remove()
  const video = document.body.appendChild(document.createElement('video'))
  video.muted = true
  const [width, height, square, bits, every] = [640, 360, 20, 7, 8]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  let shown = 0
  const look = () => {
    video.requestVideoFrameCallback(look)
    shown += 1
    if (!here.sampling || shown % every > 0 || context === null || here.planes.length >= 40) return
    context.drawImage(video, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    const luma = new Uint8Array(width * height)
    for (let at = 0; at < luma.length; at += 1) {
      const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]]
      luma[at] = 0.299 * red + 0.587 * green + 0.114 * blue
    }
    let frame = 0
    for (let bit = 0; bit < bits; bit += 1) {
      const middle = (square / 2) * width + bit * square + square / 2
      if ((luma[middle] ?? 0) > 127) frame += 2 ** bit
    }
    let text = ''
    for (let at = 0; at < luma.length; at += 8192) text += String.fromCharCode(...luma.subarray(at, at + 8192))
    here.planes.push({ frame, luma: btoa(text) })
  }
  video.requestVideoFrameCallback(look)
  pc.ontrack = ({ track }) => {
    if (track.kind !== 'video') return
    video.srcObject = new MediaStream([track])
    void video.play()
  }
  await pc.setRemoteDescription({ type: 'offer', sdp })
  await pc.setLocalDescription()
  await new Promise<void>((resolve) => {
    if (pc.iceGatheringState === 'complete') return resolve()
    pc.onicegatheringstatechange = () => {
      if (pc.iceGatheringState === 'complete') resolve()
    }
  })
  return pc.localDescription?.sdp ?? ''
}

/** Reads the sender's counters (W3C webrtc-stats). */
export const readCounters = (from: Page): Promise<Counters> =>
  from.evaluate(async () => {
    const report = await (globalThis as unknown as Kept).sender.getStats()
    const entries = [...(report as unknown as Map<string, Record<string, unknown>>).values()]
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    const number = (value: unknown) => (typeof value === 'number' ? value : 0)
    const streams = entries.filter(({ type }) => type === 'outbound-rtp')
    const picture = streams.find(({ kind }) => kind === 'video')
    const codec = entries.find(({ id }) => id === picture?.['codecId'])
    const pair = entries.find(({ type, nominated }) => type === 'candidate-pair' && nominated === true)
    return {
      bytes: streams.reduce((sum, one) => sum + number(one['bytesSent']) + number(one['headerBytesSent']), 0),
      frames: number(picture?.['framesEncoded']),
      encodeSeconds: number(picture?.['totalEncodeTime']),
      codec: text(codec?.['mimeType']),
      height: number(picture?.['frameHeight']),
      limitedBy: text(picture?.['qualityLimitationReason']),
      estimateKbps: number(pair?.['availableOutgoingBitrate']) / 1000,
    }
  })

/** Begins to keep every eighth picture that the receiver shows. */
export const sample = (to: Page): Promise<void> =>
  to.evaluate(() => {
    ;(globalThis as unknown as Kept).sampling = true
  })

/** Returns the luma of the kept pictures, with the number that each one shows. */
export async function takeSamples(to: Page): Promise<{ frame: number; luma: Buffer }[]> {
  const planes = await to.evaluate(() => (globalThis as unknown as Kept).planes)
  return planes.map(({ frame, luma }) => ({ frame, luma: Buffer.from(luma, 'base64') }))
}
