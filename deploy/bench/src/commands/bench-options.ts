import { parseArgs } from 'node:util'

/** What `npm run bench` was asked to do. */
export interface BenchOptions {
  /** Names of the parts to run. */
  readonly parts: readonly string[]
  /** How often each contender is measured. */
  readonly runs: number
  readonly quick: boolean
  /** Whether the results go into the page. */
  readonly write: boolean
}

const RUNS = '3'

/** Throws an error that says which option is wrong. `known`: the parts that there are. */
export function readBenchOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  const { quick, write } = values
  if (quick && write) throw new Error('What --quick measures says nothing: it is not written.')
  const runs = Number(values.runs ?? (quick ? 1 : RUNS))
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs wants a whole number above zero.')
  const parts = positionals.length > 0 ? known.filter((name) => positionals.includes(name)) : known
  return { parts, runs, quick, write }
}
