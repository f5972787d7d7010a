import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { milliseconds, readEnvironment, text } from '../config.js'
import { type Findings, ownersPreflight, type SecretKeys, servicePreflight } from './preflight.js'
import { isService } from './store-rights.js'

const USAGE = 'usage: preflight-main.js <service> | report'

const parseKeys = (value: string): SecretKeys => JSON.parse(value) as SecretKeys

/**
 * Each service is checked with its own image and keys and leaves its findings in a folder; `report` adds the owners and
 * prints all of them. Exits with 1 if there are any.
 */
async function run(what: string | undefined): Promise<number> {
  const environment = readEnvironment({
    PREFLIGHT_DIRECTORY: text('folder of the findings, for the report'),
    PREFLIGHT_KEYS: text('required variables, as JSON: the Secret and key of each'),
    PREFLIGHT_SCHEMA: text("the service's schema in PostgreSQL", ''),
    WAIT_MS: milliseconds('how long to wait for a store that does not answer', 60_000),
  })
  const { PREFLIGHT_DIRECTORY: directory, PREFLIGHT_SCHEMA: schema, WAIT_MS: waitMs } = environment
  const keys = parseKeys(environment.PREFLIGHT_KEYS)
  if (what === 'report') return report(directory, keys, waitMs)
  if (what === undefined || !isService(what)) throw new Error(USAGE)
  const options = { service: what, schema: schema === '' ? undefined : schema, keys, environment: process.env, waitMs }
  const findings = await servicePreflight(options)
  await writeFile(join(directory, `${what}.json`), JSON.stringify(findings))
  process.stdout.write(`${what}: ${findings.faults.length} faults\n`)
  return 0
}

async function report(directory: string, keys: SecretKeys, waitMs: number): Promise<number> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.json'))
  const found = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(directory, file), 'utf8')) as Findings),
  )
  const roles = Object.assign({}, ...found.map((one) => one.roles)) as Findings['roles']
  const owners = await ownersPreflight({ keys, environment: process.env, roles, waitMs })
  const faults = [...new Set([...found.flatMap((one) => one.faults), ...owners])].sort()
  if (faults.length === 0) {
    process.stdout.write(`Ready: no key or right of ${files.length} services or of the migrations is missing\n`)
    return 0
  }
  console.error(`Nothing was migrated. Missing (${faults.length}), as helm/README.md describes:`)
  for (const fault of faults) console.error(`  - ${fault}`)
  return 1
}

process.exitCode = await run(process.argv[2])
