// Replaces npm's uWebSockets.js by the official one for this Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = 'node_modules/uWebSockets.js'
const HERE = dirname(fileURLToPath(import.meta.url))
const OURS = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`

const [source = '', sha256 = ''] = process.argv.slice(2)
if (existsSync(FOLDER)) {
  if (source !== '') {
    unpack(await verified(await read(source)))
    setManifestVersion()
  }
  for (const path of binaries()) if (!path.endsWith(`/${OURS}`)) rmSync(path)
  if (source !== '') await checkThatItLoads()
}

async function read(from) {
  if (!/^https:/.test(from)) return readFile(join(HERE, from))
  const response = await fetch(from)
  if (!response.ok) throw new Error(`${from} answers ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

function verified(archive) {
  const found = createHash('sha256').update(archive).digest('hex')
  if (found === sha256.toLowerCase()) return archive
  throw new Error(`UWS_SHA256 is ${sha256 || 'missing'}; UWS_SOURCE has ${found}`)
}

function unpack(archive) {
  rmSync(FOLDER, { recursive: true })
  mkdirSync(FOLDER)
  const { status, stderr } = spawnSync('tar', ['-xz', '--strip-components=1', '-C', FOLDER], { input: archive })
  if (status !== 0) throw new Error(`UWS_SOURCE is not a gzipped tar archive: ${stderr}`)
}

/** npm's bill of materials needs the manifest's version. */
function setManifestVersion() {
  const path = 'services/gateway/package.json'
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  manifest.dependencies['uWebSockets.js'] = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8')).version
  writeFileSync(path, JSON.stringify(manifest))
}

function binaries() {
  const names = readdirSync(FOLDER, { recursive: true }).filter((name) => name.endsWith('.node'))
  return names.map((name) => `${FOLDER}/${name}`)
}

async function checkThatItLoads() {
  if (binaries().length === 0) throw new Error(`UWS_SOURCE has no ${OURS}`)
  const { default: uws } = await import('uWebSockets.js')
  if (!('SSLApp' in uws)) throw new Error(`${OURS} does not load`)
}
