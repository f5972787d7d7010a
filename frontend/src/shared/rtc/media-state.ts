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
