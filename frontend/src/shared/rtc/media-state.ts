export interface MediaState {
  mic: boolean
  cam: boolean
  source: 'camera' | 'stand-in'
  sound: 'microphone' | 'stand-in'
}

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
