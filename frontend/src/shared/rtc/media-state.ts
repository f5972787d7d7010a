import { type LinkReport, readReport } from './adaptation/report.js'
import { type PaneSize, readPaneSize } from './pane-size.js'

/** What a player sends: camera and microphone switches. */
export interface MediaState {
  mic: boolean
  cam: boolean
  source: 'camera' | 'stand-in'
  sound: 'microphone' | 'stand-in'
}

/** Text form, without `link` until it is known and without `pane` where it is large. */
export interface StateMessage {
  readonly media: MediaState
  readonly link: LinkReport | null
  /** How large the sender of the message shows the picture that it receives. */
  readonly pane: PaneSize
}

export const writeState = ({ media, link, pane }: StateMessage): string =>
  JSON.stringify({ ...media, ...(link !== null && { link }), ...(pane !== 'large' && { pane }) })

export function readState(text: unknown): StateMessage | null {
  if (typeof text !== 'string' || text.length > 500) return null
  try {
    const { mic, cam, source, sound, link, pane } = JSON.parse(text) as Partial<MediaState> &
      Partial<Record<'link' | 'pane', unknown>>
    if (typeof mic !== 'boolean' || typeof cam !== 'boolean') return null
    const media: MediaState = {
      mic,
      cam,
      source: source === 'stand-in' ? 'stand-in' : 'camera',
      sound: sound === 'stand-in' ? 'stand-in' : 'microphone',
    }
    return { media, link: readReport(link), pane: readPaneSize(pane) }
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
