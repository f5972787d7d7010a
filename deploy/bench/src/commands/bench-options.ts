import { parseArgs } from 'node:util'
import type { CrowdWishes } from '../frame/part.js'

export interface BenchOptions {
  readonly parts: readonly string[]
  readonly runs: number
  readonly quick: boolean
  readonly write: boolean
  readonly crowd: CrowdWishes
}

const RUNS = '3'

export const usageOf = (known: readonly string[]): string =>
  [
    `npm run bench [-- ${known.join(' ')}] [--runs ${RUNS}] [--quick] [--write]`,
    '  crowd: [--players N] [--to-kill N] [--gateways N]',
  ].join('\n')

/** Throws an error that names the wrong option. */
export function readBenchOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      players: { type: 'string' },
      gateways: { type: 'string' },
      'to-kill': { type: 'string' },
    },
  })
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  const { quick, write } = values
  if (quick && write) throw new Error('What --quick measures says nothing: it is not written.')
  const runs = countOf('runs', values.runs ?? (quick ? '1' : RUNS))
  const [players, gateways, toKill] = (['players', 'gateways', 'to-kill'] as const).map((name) => {
    const text = values[name]
    return text === undefined ? undefined : countOf(name, text)
  })
  const crowd = {
    ...(players !== undefined && { players }),
    ...(gateways !== undefined && { gateways }),
    ...(toKill !== undefined && { toKill }),
  }
  const parts = positionals.length > 0 ? known.filter((name) => positionals.includes(name)) : known
  return { parts, runs, quick, write, crowd }
}

function countOf(name: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} wants a whole number above zero.`)
  return count
}
