import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LocalFailure, type Say } from '../root.js'

const run = promisify(execFile)

export interface PackageManager {
  readonly name: 'apt' | 'brew'
  /** Installs the first package of each list that the archive has. */
  install(packages: readonly (readonly string[])[]): Promise<void>
}

/** Finds one without a password prompt. */
export async function findPackageManager(): Promise<PackageManager | undefined> {
  if (await works('apt-get', '--version')) {
    if (process.getuid?.() === 0) return apt([])
    if (await works('sudo', '-n', 'true')) return apt(['sudo', '-n'])
    return undefined
  }
  if (await works('brew', '--version')) {
    const install = (packages: readonly (readonly string[])[]): Promise<void> =>
      finish('brew', ['install', '--quiet', ...packages.map(([name = '']) => name)])
    return { name: 'brew', install }
  }
  return undefined
}

function apt(prefix: readonly string[]): PackageManager {
  // RUNLEVEL keeps Debian from starting daemons.
  const command = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1', 'apt-get', '-q', '-y']
  const [program = 'env', ...args] = command
  return {
    name: 'apt',
    async install(packages) {
      await finish(program, [...args, 'update']).catch(() => undefined)
      const chosen = await Promise.all(packages.map(chooseAptPackage))
      await finish(program, [...args, 'install', '--no-install-recommends', ...chosen])
    },
  }
}

async function chooseAptPackage(names: readonly string[]): Promise<string> {
  for (const name of names.slice(0, -1)) if (await works('apt-cache', '--quiet', 'show', name)) return name
  return names.at(-1)!
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

interface Tool {
  readonly commands: readonly string[]
  /** Names of packages, the preferred one first and the one that every archive has last. */
  readonly packages: Readonly<Record<PackageManager['name'], readonly string[]>>
}

const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'] as const

const TOOLS = {
  redis: { commands: ['redis-server'], packages: { apt: ['redis-server'], brew: ['redis'] } },
  nats: { commands: ['nats-server'], packages: { apt: ['nats-server'], brew: ['nats-server'] } },
  ffmpeg: { commands: ['ffmpeg'], packages: { apt: ['ffmpeg'], brew: ['ffmpeg'] } },
  chromium: { commands: CHROMIUMS, packages: { apt: ['chromium'], brew: ['chromium'] } },
  // For pages alone: it takes half the processor time, but renews the ids of cameras with each load. Not in every archive.
  'headless-chromium': {
    commands: ['chromium-headless-shell', ...CHROMIUMS],
    packages: { apt: ['chromium-headless-shell', 'chromium'], brew: ['chromium'] },
  },
  turnserver: { commands: ['turnserver'], packages: { apt: ['coturn'], brew: ['coturn'] } },
} as const satisfies Record<string, Tool>

/** A program that local mode may install. */
export type ToolName = keyof typeof TOOLS

// Daemons are often outside PATH.
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin', '/snap/bin']

export async function findTool(name: ToolName): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...MORE_FOLDERS]
  for (const command of TOOLS[name].commands) {
    for (const folder of folders) {
      const path = join(folder, command)
      if (folder !== '' && (await canRun(path))) return path
    }
  }
  return undefined
}

/** Installs missing tools. Throws a {@link LocalFailure} that names packages. */
export async function ensureTools<Name extends ToolName>(
  names: readonly Name[],
  say: Say,
): Promise<Readonly<Record<Name, string>>> {
  const missing = (await locate(names)).filter(([, path]) => path === undefined).map(([name]) => name)
  if (missing.length > 0) await install(missing, say)
  const found: Partial<Record<Name, string>> = {}
  for (const [name, path] of await locate(names)) {
    if (path === undefined) throw new LocalFailure(`${name} is still missing: install it and try again.`)
    found[name] = path
  }
  return found as Record<Name, string>
}

const locate = <Name extends ToolName>(names: readonly Name[]) =>
  Promise.all(names.map(async (name): Promise<[Name, string | undefined]> => [name, await findTool(name)]))

async function install(names: readonly ToolName[], say: Say): Promise<void> {
  const manager = await findPackageManager()
  if (!manager) {
    const wanted = new Set(names.map((name) => TOOLS[name].packages.apt.at(-1)))
    throw new LocalFailure(
      `Missing: ${[...wanted].join(', ')}. Install them with your package manager, then try again.`,
    )
  }
  const packages = names.map((name) => TOOLS[name].packages[manager.name])
  say(`Installing ${names.join(', ')} with ${manager.name}`)
  await manager.install(packages).catch((error: unknown) => {
    throw new LocalFailure(`${manager.name} could not install ${names.join(', ')}: ${(error as Error).message}`)
  })
}

const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
