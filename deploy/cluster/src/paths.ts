import { fileURLToPath } from 'node:url'

/** The repository's own folder, with a slash at the end. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const CHART = `${ROOT}helm`
/** The value sets under review, and what the chart makes of them. */
export const VALUE_SETS = `${ROOT}deploy/cluster/values`
export const RENDERS = `${ROOT}deploy/cluster/renders`
