import { parseArgs } from 'node:util'

export interface BenchOptions {
  readonly parts: readonly string[]
  readonly runs: number
  readonly quick: boolean
  readonly write: boolean
}

const RUNS = '3'

/** Throws an error that names the wrong option. */
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
