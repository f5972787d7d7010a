import { createSource, type Observable } from '../browser/observable.js'
import type { LocalMedia, LocalMediaView } from './local-media.js'
import type { MediaState } from './media-state.js'
import type { Patches, SentTracks } from './patches.js'

/** Media that leave this browser. */
export interface SentMedia extends MediaState {
  readonly tracks: SentTracks
}

/** `closed`: patches and silence. `open`: camera and microphone. `none`: the room is not veiled. */
export type VeilState = 'closed' | 'open' | 'none'

/** The sender's lock: everything that sends gets this, not local media. */
export interface Veil extends Observable<SentMedia> {
  state(): VeilState
  /** Takes effect before it returns. */
  set(state: VeilState): void
  stop(): void
}

interface VeilOptions {
  media: Pick<LocalMedia, 'get' | 'subscribe'>
  createPatches: () => Patches
}

interface Copy {
  readonly of: MediaStreamTrack
  readonly track: MediaStreamTrack
}

export function createVeil({ media, createPatches }: VeilOptions): Veil {
  const changes = createSource({ count: 0 })
  let patches: Patches | null = null
  let state: VeilState = 'closed'
  let view: SentMedia | null = null
  let copies: { audio: Copy; video: Copy } | null = null

  /** Copies, so that sending ends at once while the player's own picture goes on. */
  const copy = (of: MediaStreamTrack, before: Copy | undefined): Copy => {
    if (before?.of === of) return before
    before?.track.stop()
    return { of, track: of.clone() }
  }
  const stopCopies = () => {
    for (const { track } of copies ? [copies.audio, copies.video] : []) {
      track.enabled = false
      track.stop()
    }
    copies = null
  }

  const opened = ({ tracks, mic, cam }: LocalMediaView): SentTracks => {
    copies = { audio: copy(tracks.audio, copies?.audio), video: copy(tracks.video, copies?.video) }
    copies.audio.track.enabled = mic
    copies.video.track.enabled = cam
    return { audio: copies.audio.track, video: copies.video.track }
  }
  const closed = ({ tracks }: LocalMediaView): SentTracks => {
    patches ??= createPatches()
    patches.film(tracks.video)
    return patches.tracks
  }

  const look = (): SentMedia => {
    const local = media.get()
    const { mic, cam, source, sound } = local
    if (state !== 'closed') patches?.film(null)
    const tracks = state === 'none' ? local.tracks : state === 'open' ? opened(local) : closed(local)
    return { mic, cam, source, sound, tracks }
  }
  const get = () => (view ??= look())

  const renew = () => {
    if (view !== null || state === 'open') view = look()
    changes.set({ count: changes.get().count + 1 })
  }
  const unsubscribe = media.subscribe(renew)

  return {
    get,
    subscribe: changes.subscribe,
    state: () => state,
    set(next) {
      if (next === state) return
      state = next
      if (next !== 'open') stopCopies()
      renew()
    },
    stop() {
      unsubscribe()
      stopCopies()
      patches?.stop()
      patches = null
    },
  }
}
