import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Sources and builds are equally deep below the root. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const IN_CHECKOUT = `${ROOT}.local`
/** Folder of local data; DATA_DIRECTORY overrides it. */
export const LOCAL_DIRECTORY = resolve(process.env['DATA_DIRECTORY'] || IN_CHECKOUT)
/** Frames of a two-second clip. CLIP_FRAMES overrides it: tests need no smooth pictures. */
export const CLIP_FRAMES = Number(process.env['CLIP_FRAMES'] || 48)
/** Shared by all platforms of a checkout: rendering takes a while. */
export const CLIP_DIRECTORY = `${IN_CHECKOUT}/clips-${CLIP_FRAMES}`

/** A failure that the user can fix; printed without a stack. */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure'
}

export type Say = (line: string) => void
