/** What a player's pane has to say about its picture and sound. */
export interface MediaState {
  /** False: muted. */
  mic: boolean
  /** False: turned off. */
  cam: boolean
  /** `stand-in`: a black picture in place of a camera that could not be had. */
  source: 'camera' | 'stand-in'
  /** Likewise silence in place of a microphone. */
  sound: 'microphone' | 'stand-in'
}

/** Reads what the other side says of itself over the data channel; null for anything else. */
export function readMediaState(text: unknown): MediaState | null {
  if (typeof text !== 'string' || text.length > 500) return null
  try {
    const { mic, cam, source, sound } = JSON.parse(text) as Partial<MediaState>
    if (typeof mic !== 'boolean' || typeof cam !== 'boolean') return null
    return {
      mic,
      cam,
      source: source === 'stand-in' ? 'stand-in' : 'camera',
      sound: sound === 'stand-in' ? 'stand-in' : 'microphone',
    }
  } catch {
    return null
  }
}

/** Resolves when the stream has shown its first frame. */
export function firstFrame(stream: MediaStream): Promise<void> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.onloadeddata = () => {
      video.onloadeddata = null
      video.srcObject = null
      resolve()
    }
    video.srcObject = stream
    void video.play().catch(() => undefined)
  })
}
