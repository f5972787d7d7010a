import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from './paths.js'

const run = promisify(execFile)

export interface Tools {
  /** What to call as helm; undefined when there is none and none can be built. */
  readonly helm: string | undefined
  /** The folders of the pinned Go modules that carry schemas, by module path. */
  readonly modules: Readonly<Record<string, string>> | undefined
  /** What could not be had, each with the reason. */
  readonly missing: readonly string[]
}

/** Finds or builds what the chart's checks need. The first time on a machine takes minutes. */
export async function obtainTools(): Promise<Tools> {
  const { stdout } = await run(process.execPath, [`${ROOT}deploy/cluster/obtain-tools.mjs`])
  return JSON.parse(stdout) as Tools
}
