import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { REPOSITORY } from './rules.js'

const run = promisify(execFile)

export const PROMTOOL_SOURCE = new URL('deploy/cluster/tools/prometheus/', REPOSITORY)

export async function builtPromtool(): Promise<string> {
  const sums = await readFile(new URL('go.sum', PROMTOOL_SOURCE))
  const key = createHash('sha256').update(sums).digest('hex').slice(0, 12)
  return fileURLToPath(new URL(`.local/tools/promtool-${key}`, REPOSITORY))
}

/** Finds the machine's promtool or ours. */
export async function findPromtool(): Promise<string | undefined> {
  const built = await builtPromtool()
  const candidates = [run('promtool', ['--version']).then(() => 'promtool'), access(built).then(() => built)]
  return Promise.any(candidates).catch(() => undefined)
}
