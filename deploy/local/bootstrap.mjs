// Needs Node and npm alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export function fail(line) {
  console.error(line)
  process.exit(1)
}

export function checkNode() {
  const wanted = readJson('package.json').engines.node.replace(/[^\d.]/g, '')
  const [ours, least] = [process.versions.node, wanted].map((version) => version.split('.').map(Number))
  const difference = ours.map((part, index) => part - least[index]).find((part) => part !== 0) ?? 0
  if (difference < 0) fail(`Kla needs Node ${wanted} or newer; this is ${process.versions.node}.`)
}

const PARENT_CHECK_MS = 250
// npm forwards a Ctrl-C that the terminal has already sent.
const SAME_KEYPRESS_MS = 1_000

/** Aborts on SIGINT, SIGTERM, SIGHUP or the parent's death; exits on a second signal. */
export function stopSignal() {
  const controller = new AbortController()
  let firstAt = Infinity
  const stop = () => {
    if (Date.now() - firstAt > SAME_KEYPRESS_MS) process.exit(1)
    firstAt = Math.min(firstAt, Date.now())
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop)
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    controller.abort()
  }, PARENT_CHECK_MS)
  watch.unref()
  return controller.signal
}

export async function ensurePackages(signal) {
  if (packagesAreThere()) return
  console.log('Installing packages')
  const command = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', command, 'The packages could not be installed.', signal)
}

export async function ensureBuilt(signal) {
  await build(['tsconfig.build.json'], signal)
  const sources = newest(['frontend', 'proto/web', 'package-lock.json'])
  const outputs = ['frontend/dist', 'frontend/dist-console']
  if (outputs.every((output) => existsSync(join(root, output)) && newest([output], true) >= sources)) return
  console.log('Building the pages')
  const command = ['run', '--silent', 'build', '-w', '@kla/frontend']
  await run('npm', command, 'The pages could not be built.', signal)
}

/** Compiles projects and those that they refer to; `signal` ends it. */
export const build = (projects, signal) =>
  run(
    process.execPath,
    ['node_modules/typescript-native/bin/tsc', '-b', ...projects],
    `${projects.join(' and ')} could not be built.`,
    signal,
  )

/** Runs a command and exits with 1 when it fails; `signal` ends it. */
export async function run(command, args, failure, signal) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: signal !== undefined,
  })
  const end = () => process.kill(-child.pid, 'SIGTERM')
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  const [status, problem] = await once(child, 'exit').then(
    ([code]) => [code, ''],
    (error) => [1, ` ${error.message}`],
  )
  signal?.removeEventListener('abort', end)
  if (signal?.aborted) process.exit(1)
  if (status !== 0) fail(`${failure}${problem}`)
}

// A checkout changes file times.
function packagesAreThere() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const wanted = Object.entries(readJson('package-lock.json').packages)
  const there = readJson('node_modules/.package-lock.json').packages
  return wanted.every(
    ([path, entry]) =>
      !path.includes('node_modules/') ||
      entry.optional ||
      (entry.link ? existsSync(join(root, path)) : there[path]?.integrity === entry.integrity),
  )
}

function newest(paths, inside = false) {
  let latest = 0
  const visit = (path) => {
    const found = statSync(path)
    if (!found.isDirectory()) latest = Math.max(latest, found.mtimeMs)
    else for (const name of readdirSync(path)) if (inside || !isOutput(name)) visit(join(path, name))
  }
  for (const path of paths) visit(join(root, path))
  return latest
}

const isOutput = (name) =>
  /^dist(-|$)/.test(name) || name === 'node_modules' || name === 'test' || name.endsWith('.tsbuildinfo')

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
