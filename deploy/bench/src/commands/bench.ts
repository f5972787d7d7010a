import { battlesPart } from '../battles/part.js'
import { chatPart } from '../chat/part.js'
import { crowdPart } from '../crowd/part.js'
import type { Part, PartResult } from '../frame/part.js'
import { writeResults } from '../frame/results-page.js'
import { tableOf } from '../frame/table.js'
import { describeMachine } from '../measure/machine.js'
import { type BenchOptions, readBenchOptions, usageOf } from './bench-options.js'

const PARTS: readonly Part[] = [chatPart, battlesPart, crowdPart]

/** Exits with 1 on any fault. */
export async function main(args: readonly string[]): Promise<void> {
  const { parts: names, write, ...options } = readOptions(args)
  const { processor, processors, node } = describeMachine()
  console.log(`On ${processors} cores (${processor}), Node ${node}`)
  let faults = 0
  for (const part of PARTS.filter(({ name }) => names.includes(name))) {
    console.log(`\n# ${part.name}\n`)
    const result = await part.run({ ...options, say: console.log }).catch(failed)
    print(result)
    faults += result.faults.length
    if (write && result.figures.length > 0) await writeResults(commandOf(part, options.runs), part, result)
  }
  process.exit(faults === 0 ? 0 : 1)
}

/** Exits with 2 and the usage when an option is wrong. */
function readOptions(args: readonly string[]): BenchOptions {
  const known = PARTS.map(({ name }) => name)
  try {
    return readBenchOptions(args, known)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usageOf(known)}`)
    process.exit(2)
  }
}

const failed = (error: unknown): PartResult => {
  console.error(error)
  return { figures: [], faults: ['it did not come to its end'], notes: [] }
}

function print({ figures, notes, faults }: PartResult): void {
  console.log(`\n${tableOf(figures)}\n`)
  for (const note of notes) console.log(`- ${note}`)
  for (const fault of faults) console.error(`FAULT: ${fault}`)
}

const commandOf = ({ name }: Part, runs: number): string => `npm run bench -- ${name} --runs ${runs} --write`
