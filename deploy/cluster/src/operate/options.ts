import { parseArgs } from 'node:util'
import { ClusterFailure } from '../up/commands.js'

/** Groups of steps, in their order. */
export const GROUPS = [
  'quiet',
  'scale',
  'roll',
  'kill',
  'stores',
  'policies',
  'upgrade',
  'authority',
  'load',
  'restore',
  'nodes',
] as const
export type Group = (typeof GROUPS)[number]

interface OperateOptions {
  readonly groups: readonly Group[]
  /** Number of battles that go on at the same time. */
  readonly battles: number
}

/** Steps that need a second node, more programs to build, or an end of what is there. */
const UNUSUAL: ReadonlySet<string> = new Set(['load', 'restore', 'nodes'])
const USUAL = GROUPS.filter((group) => !UNUSUAL.has(group))
const MOST_BATTLES = 100

/** Reads `--steps scale,kill` (without it all but `load`, `restore` and `nodes`) and `--battles 4`. */
export function readOperateOptions(args: readonly string[]): OperateOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { steps: { type: 'string', default: USUAL.join(',') }, battles: { type: 'string', default: '4' } },
  })
  const wanted = values.steps.split(',')
  const unknown = wanted.find((name) => !(GROUPS as readonly string[]).includes(name))
  if (unknown !== undefined) throw new ClusterFailure(`--steps: ${unknown} is not one of ${GROUPS.join(', ')}`)
  const battles = Number(values.battles)
  if (!Number.isInteger(battles) || battles < 1 || battles > MOST_BATTLES)
    throw new ClusterFailure(`--battles must be a number from 1 to ${MOST_BATTLES}, not ${values.battles}`)
  return { groups: GROUPS.filter((group) => wanted.includes(group)), battles }
}
