import { fileURLToPath } from 'node:url'

const beside = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** What `npm run bench:units` has measured. */
export const UNIT_COSTS_FILE = beside('unit-costs.json')
/** What nobody has measured: how people behave, what hardware and networks carry, what they cost. */
export const ASSUMPTIONS_FILE = beside('assumptions.json')
/** The page with the table. */
export const PAGE_FILE = beside('../SCALE.md')
