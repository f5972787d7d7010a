import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. The sources and what is built from them stand equally deep in it. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const IN_CHECKOUT = `${ROOT}.local`
/** What local mode keeps: data, logs, secrets. In the checkout, unless DATA_DIRECTORY names another place. */
export const LOCAL_DIRECTORY = resolve(process.env['DATA_DIRECTORY'] || IN_CHECKOUT)
/** Where the demonstration clips are, for every platform of this checkout: they take minutes to render. */
export const CLIP_DIRECTORY = `${IN_CHECKOUT}/clips`

/** Something that the person at the keyboard can mend; printed as it is, without a stack. */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure'
}

/** Says in one line what is being done. */
export type Say = (line: string) => void
