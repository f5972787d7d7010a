import { fileURLToPath } from 'node:url'

/** The repository's folder. The sources and what is built from them stand equally deep in it. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** What local mode keeps: data, logs, secrets, rendered clips. */
export const LOCAL_DIRECTORY = `${ROOT}.local`
