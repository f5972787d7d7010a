import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from '../measure/machine.js'
import { type RunCosts, runOnce, summarise } from '../units/run.js'
import { UNIT_COSTS_FILE } from '../files.js'

/** Measures on a platform of its own, `--runs` times. */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string', default: '3' }, to: { type: 'string', default: UNIT_COSTS_FILE } },
  })
  const runs: RunCosts[] = []
  for (let run = 1; run <= Number(values.runs); run++) {
    console.log(`Run ${run} of ${values.runs}; microseconds of processor time for each unit:`)
    const costs = await runOnce(console.log).catch((error: unknown) => console.error('This run counts for nothing:', error))
    if (!costs) continue
    runs.push(costs)
    const measured = {
      command: `npm run bench:units -- --runs ${runs.length}`,
      machine: describeMachine(),
      units: summarise(runs),
    }
    await writeFile(values.to, `${JSON.stringify(measured, null, 2)}\n`)
  }
  if (runs.length === 0) process.exit(1)
  console.log(`Written to ${values.to}`)
  process.exit()
}
