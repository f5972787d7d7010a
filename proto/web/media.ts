/** Clips are `<video>`, pictures `<img>`, whatever the original file. */
export type MediaUse = 'clip' | 'picture'

/** Undefined for types that the library never serves. */
export function mediaUseOf(contentType: string): MediaUse | undefined {
  if (/^video\/(?:mp4|webm)$/.test(contentType)) return 'clip'
  return /^image\/(?:jpeg|png|webp)$/.test(contentType) ? 'picture' : undefined
}

/** Background of transparent GIFs; the style sheet's `--surface-1`. */
export const STAGE_COLOUR = '#16101b'
