export interface Mark {
  readonly what: string
  readonly at: number
}

/**
 * Runs in the page before its own code. Marks socket frames, connection states, tracks, and the first remote frame:
 * `decoded`, `shown`, `pictured` once it is not black.
 */
export function recordCall(): void {
  const marks: Mark[] = []
  const mark = (what: string, at = performance.now()): void => {
    marks.push({ what, at: performance.timeOrigin + at })
  }
  Object.assign(globalThis, { callMarks: marks })
  addEventListener('click', ({ timeStamp, isTrusted }) => isTrusted && mark('click', timeStamp), { capture: true })

  const asked = new Map<number, string>()
  const onText = (text: unknown): void => {
    if (typeof text !== 'string') return
    const { event, ack } = JSON.parse(text) as { event?: string; ack?: number }
    mark(event === undefined ? `acked:${asked.get(ack ?? 0) ?? '?'}` : `in:${event}`)
  }
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      mark('socket:begun')
      this.addEventListener('open', () => mark('socket:open'))
      this.addEventListener('message', ({ data }) => onText(data))
    }
    override send(data: Parameters<WebSocket['send']>[0]): void {
      super.send(data)
      const { event, ack } = JSON.parse(String(data)) as { event: string; ack?: number }
      if (ack !== undefined) asked.set(ack, event)
      mark(`out:${event}`)
    }
  }

  const devices = navigator.mediaDevices as MediaDevices | undefined
  const getUserMedia = devices?.getUserMedia.bind(devices)
  if (devices && getUserMedia) {
    devices.getUserMedia = async (constraints) => {
      mark('camera:asked')
      const stream = await getUserMedia(constraints)
      mark('camera:had')
      return stream
    }
  }

  const remote = new WeakSet<MediaStreamTrack>()
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      mark('peer:made')
      this.addEventListener('iceconnectionstatechange', () => mark(`ice:${this.iceConnectionState}`))
      this.addEventListener('connectionstatechange', () => mark(`peer:${this.connectionState}`))
      this.addEventListener('signalingstatechange', () => mark(`signalling:${this.signalingState}`))
      this.addEventListener('icecandidate', ({ candidate }) => candidate?.candidate && mark('candidate'))
      this.addEventListener('track', ({ track }) => {
        remote.add(track)
        mark(`track:${track.kind}`)
      })
    }
  }

  const eye = document.createElement('canvas')
  const [eyeWidth, eyeHeight, dark] = [16, 9, 24] as const
  const isLit = (video: HTMLVideoElement): boolean => {
    const paper = eye.getContext('2d', { willReadFrequently: true })
    paper?.drawImage(video, 0, 0, eyeWidth, eyeHeight)
    const pixels = paper?.getImageData(0, 0, eyeWidth, eyeHeight).data
    return pixels?.some((value, at) => at % 4 !== 3 && value > dark) ?? false
  }
  const watch = (video: HTMLVideoElement, isFirst: boolean): void => {
    video.requestVideoFrameCallback((now) => {
      if (isFirst) mark(video.isConnected ? 'shown' : 'decoded', now)
      if (!video.isConnected) return
      if (isLit(video)) mark('pictured', now)
      else watch(video, false)
    })
  }
  const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject')
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
    ...source,
    set(this: HTMLVideoElement, stream: MediaStream | null) {
      source?.set?.call(this, stream)
      if (stream?.getVideoTracks().some((track) => remote.has(track))) watch(this, true)
    },
  })
}

/** Milliseconds since the click. */
export interface Timeline {
  readonly pictureMs: number
  readonly otherPictureMs: number
  readonly joiner: Readonly<Record<string, number>>
  readonly host: Readonly<Record<string, number>>
  /** One is enough. */
  readonly connections: number
}

/** Throws when a page saw no picture since the joiner's last click. */
export function readTimeline(joiner: readonly Mark[], host: readonly Mark[]): Timeline {
  const click = joiner.findLast(({ what }) => what === 'click')
  if (!click) throw new Error('nobody has clicked')
  const sinceClick = (marks: readonly Mark[]): Record<string, number> => {
    const first: Record<string, number> = {}
    for (const { what, at } of marks) if (at >= click.at) first[what] ??= at - click.at
    return first
  }
  const [joining, hosting] = [sinceClick(joiner), sinceClick(host)]
  const [pictureMs, otherPictureMs] = [joining['pictured'], hosting['pictured']]
  if (pictureMs === undefined || otherPictureMs === undefined) throw new Error('no picture came')
  const connections = joiner.filter(({ what, at }) => what === 'peer:made' && at >= click.at).length
  return { pictureMs, otherPictureMs, joiner: joining, host: hosting, connections }
}
