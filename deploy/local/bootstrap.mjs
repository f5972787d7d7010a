// What has to be there before anything that was built can run. It needs nothing but Node and npm.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Prints one line and ends the process. */
export function fail(line) {
  console.error(line)
  process.exit(1)
}

/** Ends the process unless this Node is new enough. */
export function checkNode() {
  const wanted = readJson('package.json').engines.node.replace(/[^\d.]/g, '')
  const [ours, least] = [process.versions.node, wanted].map((version) => version.split('.').map(Number))
  const difference = ours.map((part, index) => part - least[index]).find((part) => part !== 0) ?? 0
  if (difference < 0) fail(`Kla needs Node ${wanted} or newer; this is ${process.versions.node}.`)
}

/** Installs the packages that package-lock.json names, unless they are there. */
export function ensurePackages() {
  if (packagesAreThere()) return
  console.log('Installing packages')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'The packages could not be installed.')
}

/** Builds what is older than its sources. */
export function ensureBuilt() {
  run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-b'], 'The services could not be built.')
  const sources = newest(['frontend', 'proto/web', 'package-lock.json'])
  const outputs = ['frontend/dist', 'frontend/dist-console']
  if (outputs.every((output) => existsSync(join(root, output)) && newest([output], true) >= sources)) return
  console.log('Building the pages')
  run('npm', ['run', '--silent', 'build', '-w', '@kla/frontend', '--', '--logLevel', 'warn'], 'The pages could not be built.')
}

/** Runs a command to its end, showing what it says. */
export function run(command, args, failure) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) fail(error ? `${failure} ${error.message}` : failure)
}

// Times of files say little after a checkout: what npm has installed is compared with what it should have.
function packagesAreThere() {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false
  const wanted = Object.entries(readJson('package-lock.json').packages)
  const there = readJson('node_modules/.package-lock.json').packages
  return wanted.every(
    ([path, entry]) =>
      !path.includes('node_modules/') || entry.optional || entry.link || there[path]?.integrity === entry.integrity,
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

const isOutput = (name) => /^dist(-|$)/.test(name) || name === 'node_modules' || name === 'test' || name.endsWith('.tsbuildinfo')

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
