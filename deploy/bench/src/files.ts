import { fileURLToPath } from 'node:url'

/** The page with what was measured. */
export const RESULTS_FILE = fileURLToPath(new URL('../../load/RESULTS.md', import.meta.url))
