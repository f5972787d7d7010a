import { parseArgs } from 'node:util'
import type { CrowdWishes } from '../frame/part.js'

export interface BenchOptions {
  readonly parts: readonly string[]
  readonly runs: number
  readonly quick: boolean
  readonly write: boolean
  /** Another checkout, measured in alternation with this one. */
  readonly against: string | undefined
  readonly crowd: CrowdWishes
}

const RUNS = '3'

export const usageOf = (known: readonly string[]): string =>
  [
    `npm run bench [-- ${known.join(' ')}] [--runs ${RUNS}] [--against <checkout>] [--quick] [--write]`,
    '  crowd: [--players N] [--to-kill N] [--gateways N]',
  ].join('\n')

/** Throws an error that names the wrong option. */
export function readBenchOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string' },
      against: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      players: { type: 'string' },
      gateways: { type: 'string' },
      'to-kill': { type: 'string' },
    },
  })
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}. Parts are ${known.join(', ')}.`)
  const { quick, write, against, players, gateways, 'to-kill': toKill } = values
  if (write && quick) throw new Error('--quick is too short for results, so it writes none.')
  if (write && against !== undefined) throw new Error('--against only prints.')
  return {
    parts: positionals.length > 0 ? known.filter((name) => positionals.includes(name)) : known,
    runs: countOf('runs', values.runs ?? (quick ? '1' : RUNS)),
    quick,
    write,
    against,
    crowd: {
      ...(players !== undefined && { players: countOf('players', players) }),
      ...(gateways !== undefined && { gateways: countOf('gateways', gateways) }),
      ...(toKill !== undefined && { toKill: countOf('to-kill', toKill) }),
    },
  }
}

function countOf(name: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a whole number above zero.`)
  return count
}
