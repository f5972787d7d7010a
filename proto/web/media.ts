/**
 * How media are shown, here and nowhere else: the library serves the address of a GIF as a clip and that of a thumbnail as a
 * picture, whatever its file is, and pages show a clip as `<video>` and a picture as `<img>`.
 */
export type MediaUse = 'clip' | 'picture'

/** Returns the use of a content type from the library; undefined for types that it never serves. */
export function mediaUseOf(contentType: string): MediaUse | undefined {
  if (/^video\/(?:mp4|webm)$/.test(contentType)) return 'clip'
  return /^image\/(?:jpeg|png|webp)$/.test(contentType) ? 'picture' : undefined
}

/** What lies behind a clip on the stage: transparent GIFs are flattened on it. The style sheet calls it `--surface-1`. */
export const STAGE_COLOUR = '#16101b'
