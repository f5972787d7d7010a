import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SCALE_PAGE_FILE } from '../files.js'
import { readEstimates } from '../model/assumptions.js'
import { costsOf, readMeasured } from '../model/costs.js'
import { generatedPage, limitsTable, stormTable, tablesFor } from '../model/page.js'

/** --write puts the tables into the page. */
export function main(args: readonly string[]): void {
  const { values } = parseArgs({ args: [...args], options: { write: { type: 'boolean', default: false } } })
  const estimates = readEstimates()
  const measured = readMeasured()
  const costs = costsOf(measured)
  if (values.write)
    writeFileSync(SCALE_PAGE_FILE, generatedPage(readFileSync(SCALE_PAGE_FILE, 'utf8'), measured, estimates))
  else
    console.log(`${tablesFor(costs, estimates)}\n\n${stormTable(costs, estimates)}\n\n${limitsTable(costs, estimates)}`)
}
