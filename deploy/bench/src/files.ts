import { fileURLToPath } from 'node:url'

const beside = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** Results of `npm run bench`. */
export const RESULTS_FILE = beside('results/RESULTS.md')
/** Results of `npm run bench:units`. */
export const UNIT_COSTS_FILE = beside('results/unit-costs.json')
/** What nobody has measured: how people behave, what hardware and networks carry, what they cost. */
export const ASSUMPTIONS_FILE = beside('assumptions.json')
/** The page with the tables of the scale model. */
export const SCALE_PAGE_FILE = beside('../SCALE.md')
