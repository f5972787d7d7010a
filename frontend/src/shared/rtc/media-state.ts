import { type LinkReport, readReport } from './adaptation/report.js'

/** What a player sends: camera and microphone switches. */
export interface MediaState {
  mic: boolean
  cam: boolean
  source: 'camera' | 'stand-in'
  sound: 'microphone' | 'stand-in'
}

/** `link` is absent in messages of the previous release. */
export interface StateMessage {
  readonly media: MediaState
  readonly link: LinkReport | null
}

export const writeState = ({ media, link }: StateMessage): string =>
  JSON.stringify(link === null ? media : { ...media, link })

export function readState(text: unknown): StateMessage | null {
  if (typeof text !== 'string' || text.length > 500) return null
  try {
    const { mic, cam, source, sound, link } = JSON.parse(text) as Partial<MediaState> & { link?: unknown }
    if (typeof mic !== 'boolean' || typeof cam !== 'boolean') return null
    const media: MediaState = {
      mic,
      cam,
      source: source === 'stand-in' ? 'stand-in' : 'camera',
      sound: sound === 'stand-in' ? 'stand-in' : 'microphone',
    }
    return { media, link: readReport(link) }
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
