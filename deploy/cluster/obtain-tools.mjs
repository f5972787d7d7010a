// Finds or builds the tests' tools. Runs beside `npm ci`, so with Node alone. Checks downloads against go.sum.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const cache = fileURLToPath(new URL('../../.local/tools/', import.meta.url))
const HELM = { major: 3, minorAtLeast: 14 }
const BUFFER_BYTES = 64 * 1024 * 1024

const source = join(here, 'tools/helm')
const pins = JSON.parse(await readFile(join(here, 'tools/modules.json'), 'utf8'))
const key = createHash('sha256')
  .update(await readFile(join(source, 'go.sum')))
  .update(JSON.stringify(pins))
  .digest('hex')
  .slice(0, 12)
const remembered = join(cache, `cluster-${key}.json`)
const known = await whatIsKnown()
if (known !== undefined) {
  console.log(known)
  process.exit()
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const go = await findGo()
const [helm, modules] = await Promise.all([
  attempt('helm', obtainHelm),
  attempt('the Kubernetes schemas', obtainModules),
])
const missing = [helm, modules].flatMap(({ fault }) => fault ?? [])
const found = JSON.stringify({ helm: helm.value, modules: modules.value, missing })
if (missing.length === 0) await remember(found)
console.log(found)

async function whatIsKnown() {
  const text = await readFile(remembered, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { helm, modules } = JSON.parse(text)
  const all = await Promise.all([helm === 'helm' ? fits(helm) : there(helm), ...Object.values(modules).map(there)])
  return all.every(Boolean) ? text : undefined
}

async function remember(text) {
  await mkdir(cache, { recursive: true })
  await writeFile(`${remembered}.${process.pid}`, text)
  await rename(`${remembered}.${process.pid}`, remembered)
}

async function obtainHelm() {
  if (await fits('helm')) return 'helm'
  const built = join(cache, `helm-${key}`)
  if (await there(built)) return built
  if (go === undefined) throw new Error('neither helm 3 nor Go is on this machine')
  console.error('Building helm in the background (a few minutes, once)')
  await mkdir(cache, { recursive: true })
  const unfinished = `${built}.${process.pid}`
  await inGo(source, ['build', '-trimpath', '-ldflags=-s -w', '-o', unfinished, 'helm.sh/helm/v3/cmd/helm'])
  await rename(unfinished, built)
  return built
}

async function obtainModules() {
  const found = Object.entries(pins).map(async ([path, { version, sum }]) => {
    const { stdout } = await inGo(here, ['mod', 'download', '-json', `${path}@${version}`])
    const { Dir, Sum } = JSON.parse(stdout)
    if (Sum !== sum) throw new Error(`${path} ${version} does not match the pinned checksum: ${Sum}`)
    return [path, Dir]
  })
  return Object.fromEntries(await Promise.all(found))
}

async function attempt(name, obtain) {
  try {
    return { value: await obtain() }
  } catch (error) {
    const reason = (error.stderr || error.message).trim().split('\n').at(-1)
    return { fault: `${name} (${reason})` }
  }
}

async function fits(command) {
  const { stdout } = await run(command, ['version', '--template', '{{.Version}}']).catch(() => ({ stdout: '' }))
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(major) === HELM.major && Number(minor) >= HELM.minorAtLeast
}

async function findGo() {
  for (const command of ['go', '/usr/local/go/bin/go', '/opt/homebrew/bin/go']) {
    if (await run(command, ['version']).catch(() => undefined)) return command
  }
  return undefined
}

function inGo(cwd, args) {
  if (go === undefined) throw new Error('Go is not on this machine')
  return run(go, args, { cwd, maxBuffer: BUFFER_BYTES })
}

function there(path) {
  return access(path).then(
    () => true,
    () => false,
  )
}
