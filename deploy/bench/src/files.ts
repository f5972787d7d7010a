import { fileURLToPath } from 'node:url'

const beside = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

export const RESULTS_FILE = beside('results/RESULTS.md')
export const UNIT_COSTS_FILE = beside('results/unit-costs.json')
export const ASSUMPTIONS_FILE = beside('assumptions.json')
export const SCALE_PAGE_FILE = beside('../SCALE.md')
