import { startPlatform, type Platform } from '@kla/local'
import { parseArgs } from 'node:util'
import { playBattles } from './battles.js'
import { isClean, reportLines } from './report.js'

const DEFAULT_URL = 'http://localhost:8080'
/** Phases of a platform that is started for the bots alone: short, and yet long enough for a thousand at once. */
const SHORT_PHASES = {
  BATTLE_PROMPT_MS: '3000',
  BATTLE_SHOW_MS: '3000',
  BATTLE_VOTE_MS: '3000',
  BATTLE_RESULT_MS: '2000',
  LOG_LEVEL: 'warn',
} as const

/** What `npm run bots` runs. The process ends with 1 when anything was lost, doubled or out of order. */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      battles: { type: 'string', default: '200' },
      concurrency: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      url: { type: 'string' },
    },
  })
  const battles = count('battles', values.battles)
  let own: Platform | undefined
  if (values.url === undefined && !(await answers(DEFAULT_URL))) {
    console.log(`Nothing answers at ${DEFAULT_URL}: starting a platform for this run`)
    own = await startPlatform({ environment: SHORT_PHASES, say: console.log })
  }
  try {
    const report = await playBattles({
      url: values.url ?? own?.url ?? DEFAULT_URL,
      battles,
      concurrency: values.concurrency === undefined ? battles : count('concurrency', values.concurrency),
      rounds: count('rounds', values.rounds),
      say: console.log,
    })
    console.log(`\n${reportLines(report).join('\n')}`)
    process.exitCode = isClean(report) ? 0 : 1
  } finally {
    await own?.close()
  }
  process.exit()
}

function count(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  console.error(`--${name} wants a whole number above zero.`)
  process.exit(1)
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
