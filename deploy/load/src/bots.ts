import { startPlatform, type Platform } from '@kla/local'
import { parseArgs } from 'node:util'
import { playBattles } from './battles.js'
import { isClean, reportLines } from './report.js'

const DEFAULT_URL = 'http://localhost:8080'
// Two phases end with every one of these for each battle: with many at once, small machines need longer ones.
const PHASE_PER_BATTLE_MS = 10
const PHASE_LEAST_MS = 3_000

/** What a platform that is started for the bots alone is told: phases as short as the number of battles allows. */
function shortPhases(atOnce: number): NodeJS.ProcessEnv {
  const phaseMs = String(Math.max(PHASE_LEAST_MS, atOnce * PHASE_PER_BATTLE_MS))
  return {
    BATTLE_PROMPT_MS: phaseMs,
    BATTLE_SHOW_MS: phaseMs,
    BATTLE_VOTE_MS: phaseMs,
    BATTLE_RESULT_MS: phaseMs,
    LOG_LEVEL: 'warn',
  }
}

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
  const concurrency = values.concurrency === undefined ? battles : count('concurrency', values.concurrency)
  let own: Platform | undefined
  if (values.url === undefined && !(await answers(DEFAULT_URL))) {
    console.log(`Nothing answers at ${DEFAULT_URL}: starting a platform for this run`)
    own = await startPlatform({ environment: shortPhases(Math.min(battles, concurrency)), say: console.log })
  }
  try {
    const report = await playBattles({
      url: values.url ?? own?.url ?? DEFAULT_URL,
      battles,
      concurrency,
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
