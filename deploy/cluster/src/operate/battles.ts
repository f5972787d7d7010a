import { createInterface } from 'node:readline'
import { ROOT } from '../helm.js'
import { ClusterFailure } from '../up/commands.js'
import type { Node } from '../up/node.js'
import { PHASE_MS } from '../up/release.js'
import type { Figures } from './figures.js'
import type { Lateness } from './load/recovery.js'

/** Battles of bots that go on until they are asked to finish. */
export interface Battles {
  /** Lets the last battles end. */
  finish(): Promise<Outcome>
}

/** What players saw in battles. */
export interface Outcome {
  readonly figures: Figures
  readonly late: readonly Lateness[]
}

const PROGRAM = `${ROOT}deploy/cluster/dist/operate/battles-main.js`
const SITE = 'http://localhost:8080'
const SEATED_WITHIN_MS = 120_000
const FINISHED_WITHIN_MS = 240_000

interface Line {
  readonly playing?: true
  readonly figures?: Figures
  readonly late?: readonly Lateness[]
}

/** Starts bots in the node. Resolves when all are seated; the first battle of each pair begins within `spreadMs`. */
export async function beginBattles(node: Node, battles: number, spreadMs: number = PHASE_MS): Promise<Battles> {
  const child = await node.open('operate-battles', process.execPath, [PROGRAM, SITE, String(battles), String(spreadMs)])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (withinMs: number): Promise<Line> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ClusterFailure(`bots: silent for ${withinMs / 1000} s`)), withinMs)
    })
    const line = await Promise.race([lines.next(), late]).finally(() => clearTimeout(timer))
    if (line.done === true) throw new ClusterFailure('bots: ended without figures')
    return JSON.parse(line.value) as Line
  }
  try {
    const first = await next(SEATED_WITHIN_MS)
    if (first.playing !== true)
      throw new ClusterFailure(`bots: could not play: ${JSON.stringify(first.figures?.errors)}`)
  } catch (error) {
    child.stdin.end()
    throw error
  }
  return {
    async finish() {
      child.stdin.end()
      const { figures, late = [] } = await next(FINISHED_WITHIN_MS)
      if (figures === undefined) throw new ClusterFailure('bots: no figures')
      return { figures, late }
    },
  }
}
