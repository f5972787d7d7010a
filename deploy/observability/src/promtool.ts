import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildGoProgram, findGoProgram, type GoProgram, ROOT } from '@kla/local/tools'

const run = promisify(execFile)

const PROMTOOL: GoProgram = {
  name: 'promtool',
  path: 'github.com/prometheus/prometheus/cmd/promtool',
  source: `${ROOT}deploy/cluster/tools/prometheus`,
  // Service discovery is nine tenths of the code.
  tags: ['remove_all_sd'],
}

/** Finds the machine's promtool or ours. */
export const findPromtool = async (): Promise<string | undefined> =>
  (await run('promtool', ['--version']).then(
    () => 'promtool',
    () => undefined,
  )) ?? findGoProgram(PROMTOOL)

/** Resolves to promtool, built in some minutes if there is none. */
export const obtainPromtool = async (say: (line: string) => void): Promise<string> =>
  (await findPromtool()) ?? buildGoProgram(PROMTOOL, { say })
