import type { Estimates } from './assumptions.js'
import { assumptionsTable, costsTable } from './inputs-table.js'
import { withGenerated } from './page.js'
import { limitsTable, tablesFor } from './table.js'
import { costsOf, type Measured } from './unit-costs.js'

/** The page with everything in it that follows from the measured costs and the assumptions. */
export function generatedPage(page: string, measured: Measured, estimates: Estimates): string {
  const costs = costsOf(measured)
  const parts: Readonly<Record<string, string>> = {
    sizes: tablesFor(costs, estimates),
    limits: limitsTable(costs, estimates),
    costs: costsTable(measured),
    assumptions: assumptionsTable(estimates),
  }
  return Object.entries(parts).reduce((text, [name, part]) => withGenerated(text, name, part), page)
}
