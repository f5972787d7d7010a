import type { Category } from '@kla/proto/web'
import { CATALOGUE, filesOf } from './catalogue.js'

/** What the library's seed takes: where each clip is, and in which categories it is in rotation. */
export interface ManifestEntry {
  readonly gifUrl: string
  readonly thumbnail: string
  readonly categories: readonly Category[]
}

/** The clips as they are reached at the host's address. */
export const clipManifest = (hostUrl: string): readonly ManifestEntry[] =>
  CATALOGUE.map((clip) => {
    const { media, thumbnail } = filesOf(clip)
    return {
      gifUrl: `${hostUrl}/clips/${media}`,
      thumbnail: `${hostUrl}/clips/${thumbnail}`,
      categories: clip.categories,
    }
  })
