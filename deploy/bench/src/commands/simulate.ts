import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SCALE_PAGE_FILE } from '../files.js'
import { asAssumed, readEstimates } from '../model/assumptions.js'
import { check } from '../model/check.js'
import { generatedPage, limitsTable, tablesFor } from '../model/page.js'
import { costsOf, readMeasured } from '../model/costs.js'

const CHECKED = { players: 4_000, hours: 3, seed: 1 }

/** --write puts the tables into the page, --check compares with a simulated crowd. */
export function main(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      write: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(CHECKED.seed) },
    },
  })
  const estimates = readEstimates()
  if (values.check) {
    const compared = check(asAssumed(estimates), { ...CHECKED, seed: Number(values.seed) })
    for (const { name, formula, counted, difference, tolerance } of compared) {
      const figures = [formula, counted].map((rate) => rate.toPrecision(4).padStart(10)).join('')
      const good = difference <= tolerance ? 'ok' : 'NOT OK'
      console.log(`${name.padEnd(22)}${figures}  ${(difference * 100).toFixed(2)}% of at most ${(tolerance * 100).toFixed(2)}%  ${good}`)
    }
    if (compared.some(({ difference, tolerance }) => difference > tolerance)) process.exitCode = 1
    return
  }
  const measured = readMeasured()
  const costs = costsOf(measured)
  if (values.write) writeFileSync(SCALE_PAGE_FILE, generatedPage(readFileSync(SCALE_PAGE_FILE, 'utf8'), measured, estimates))
  else console.log(`${tablesFor(costs, estimates)}\n\n${limitsTable(costs, estimates)}`)
}
