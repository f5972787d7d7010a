import type { Category } from '@kla/proto/web'
import { CATALOGUE, type Clip } from './catalogue.js'

export const fileOf = (clip: Clip): string => `${clip.name}.${clip.format}`
export const thumbnailOf = (clip: Clip): string => `${clip.name}.jpg`

/** What the library's seed takes: where each clip is, and in which categories it is in rotation. */
export interface ManifestEntry {
  readonly gifUrl: string
  readonly thumbnail: string
  readonly categories: readonly Category[]
}

/** The clips as they are reached at the host's address. */
export const clipManifest = (hostUrl: string): readonly ManifestEntry[] =>
  CATALOGUE.map((clip) => ({
    gifUrl: `${hostUrl}/clips/${fileOf(clip)}`,
    thumbnail: `${hostUrl}/clips/${thumbnailOf(clip)}`,
    categories: clip.categories,
  }))
