import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Sources and builds are equally deep below the root. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const IN_CHECKOUT = `${ROOT}.local`
/** Folder of local data, or DATA_DIRECTORY. */
export const LOCAL_DIRECTORY = resolve(process.env['DATA_DIRECTORY'] || IN_CHECKOUT)
/** Frames of a two-second clip, or CLIP_FRAMES. */
export const CLIP_FRAMES = Number(process.env['CLIP_FRAMES'] || 48)
<<<<<<< HEAD
/** Rendering takes minutes, so platforms share them. */
=======
/** Shared by all platforms of a checkout: rendering takes a while. */
>>>>>>> w/chart
export const CLIP_DIRECTORY = `${IN_CHECKOUT}/clips-${CLIP_FRAMES}`

/** A fixable failure, printed without a stack. */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure'
}

/** Prints one line for the user. */
export type Say = (line: string) => void
