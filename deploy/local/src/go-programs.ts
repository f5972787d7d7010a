import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './root.js'

const run = promisify(execFile)

/** Program that Go builds from its module proxy. */
export interface GoProgram {
  /** File name of the program. */
  readonly name: string
  /** Go package that the program is built from. */
  readonly path: string
  /** Folder of the go.mod and go.sum that pin it. */
  readonly source: string
  readonly tags?: readonly string[]
}

const COMMANDS = ['go', '/usr/local/go/bin/go', '/opt/homebrew/bin/go']
// Twice what the API server of Kubernetes took on two busy cores.
const BUILT_WITHIN_MS = 40 * 60_000

/** Returns the folder of programs that are built for a module's go.sum. */
export async function goFolder(source: string): Promise<string> {
  const sums = await readFile(`${source}/go.sum`)
  return `${ROOT}.local/tools/${basename(source)}-${createHash('sha256').update(sums).digest('hex').slice(0, 12)}`
}

/** Finds a program that was built. */
export async function findGoProgram({ name, source }: Pick<GoProgram, 'name' | 'source'>): Promise<string | undefined> {
  const path = `${await goFolder(source)}/${name}`
  return access(path).then(
    () => path,
    () => undefined,
  )
}

/** Builds a program once for its go.sum. Resolves to its path. */
export async function buildGoProgram(
  program: GoProgram,
  { flags = ['-ldflags=-s -w'], say }: { flags?: readonly string[]; say: (line: string) => void },
): Promise<string> {
  const built = await findGoProgram(program)
  if (built !== undefined) return built
  const { name, path, source, tags = [] } = program
  const output = `${await goFolder(source)}/${name}`
  const go = await findGo()
  say(`Building ${name} (minutes, once)`)
  await mkdir(dirname(output), { recursive: true })
  const unfinished = `${output}.${process.pid}`
  const args = ['build', '-trimpath', `-tags=${tags.join(',')}`, ...flags, '-o', unfinished, path]
  await run('nice', ['-n', '10', go, ...args], {
    cwd: source,
    // The same with and without a C compiler.
    env: { ...process.env, CGO_ENABLED: '0' },
    timeout: BUILT_WITHIN_MS,
    maxBuffer: 64 * 1024 * 1024,
  })
  await rename(unfinished, output)
  return output
}

/** Resolves to where a module is that a go.mod requires, downloaded if it is missing. */
export async function goModuleFolder(source: string, module: string): Promise<string> {
  const go = await findGo()
  await run(go, ['mod', 'download', module], { cwd: source })
  return (await run(go, ['list', '-m', '-f', '{{.Dir}}', module], { cwd: source })).stdout.trim()
}

const findGo = (): Promise<string> =>
  Promise.any(COMMANDS.map((command) => run(command, ['version']).then(() => command))).catch(() => {
    throw new Error('Go is not on this machine')
  })
