import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PackageManager {
  readonly name: 'apt' | 'brew'
  /** Rejects with the last line of what it said. */
  install(packages: readonly string[]): Promise<void>
}

/** The package manager that may be used here without asking for a password. */
export async function findPackageManager(): Promise<PackageManager | undefined> {
  if (await works('apt-get', '--version')) {
    if (process.getuid?.() === 0) return apt([])
    if (await works('sudo', '-n', 'true')) return apt(['sudo', '-n'])
    return undefined
  }
  if (await works('brew', '--version')) {
    return { name: 'brew', install: (packages) => finish('brew', ['install', '--quiet', ...packages]) }
  }
  return undefined
}

function apt(prefix: readonly string[]): PackageManager {
  // RUNLEVEL keeps Debian from starting the daemons it has just installed: ours run on ports of their own.
  const command = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', '-q', '-y']
  const [program = 'env', ...args] = command
  return {
    name: 'apt',
    async install(packages) {
      // A fresh image has no lists; a machine without the network may still have the packages.
      await finish(program, [...args, 'update']).catch(() => undefined)
      await finish(program, [...args, 'install', '--no-install-recommends', ...packages])
    },
  }
}

async function finish(program: string, args: readonly string[]): Promise<void> {
  try {
    await run(program, [...args], { maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(stderr?.trim().split('\n').at(-1) || message, { cause: error })
  }
}

const works = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  )
