import { startPlatform, type Platform } from '@kla/local'
import { parseArgs } from 'node:util'
import { type Measured, measure, signInBoth, verifyAll } from '../console/measure.js'
import { casesOf } from '../console/cases.js'
import { seed } from '../console/seed.js'
import { FULL_SIZE } from '../console/seed-data.js'
import { isGood, summaryOf, tableOf } from '../console/table.js'

const CALLS_LEAST = 40

const USAGE = '--url, --postgres and --password belong together: of a platform that runs, and gets 100,000 accounts.'

interface Target {
  readonly url: string
  readonly postgresUrl: string
  readonly administrator: { readonly name: string; readonly password: string }
}

interface How {
  readonly calls: number
  readonly only: string | undefined
}

/** Exits with 1 when a case is too slow or wrong. */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      postgres: { type: 'string' },
      name: { type: 'string', default: 'admin' },
      password: { type: 'string' },
      calls: { type: 'string', default: String(CALLS_LEAST) },
      only: { type: 'string' },
    },
  })
  const { url, postgres: postgresUrl, name, password } = values
  const how = { calls: Math.max(CALLS_LEAST, Number(values.calls) || 0), only: values.only }
  let own: Platform | undefined
  try {
    if (url !== undefined && postgresUrl !== undefined && password !== undefined) {
      await run({ url, postgresUrl, administrator: { name, password } }, how)
    } else if (url !== undefined || postgresUrl !== undefined || password !== undefined) {
      console.error(USAGE)
      process.exitCode = 2
    } else {
      console.log('Starting a platform for this run')
      // There is nobody to type a code.
      const environment = { ADMIN_TOTP_REQUIRED: 'false', LOG_LEVEL: 'warn' }
      own = await startPlatform({ environment, say: console.log })
      const { administrator, password } = own.console
      const { postgresUrl } = own.infrastructure
      await run({ url: own.url, postgresUrl, administrator: { name: administrator, password } }, how)
    }
  } finally {
    await own?.close()
  }
  process.exit()
}

async function run({ url, postgresUrl, administrator }: Target, { calls, only }: How): Promise<void> {
  const seeded = await seed({ postgresUrl, size: FULL_SIZE, say: console.log })
  const tokens = await signInBoth(url, administrator)
  const cases = casesOf(seeded, Date.now()).filter(({ list }) => only === undefined || list === only)
  const measured: Measured[] = []
  console.log(`Asking for ${cases.length} things, ${calls} times each`)
  for (const [at, asked] of cases.entries()) {
    measured.push(await measure(asked, { url, tokens, calls }))
    if ((at + 1) % 25 === 0) console.log(`  ${at + 1} of ${cases.length}`)
  }
  console.log(`\n${tableOf(measured).join('\n')}\n\n${summaryOf(measured)}`)
  console.log(await verifyAll(url, tokens['with child safety']))
  process.exitCode = measured.every(isGood) ? 0 : 1
}
