// Builds and pushes the images and the chart, signs all of them without a key, and attests what is in them and how they were made.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chartWithDigests, digestIn, digestsFile, provenanceOf } from './published.mjs'

const USAGE = `usage: node deploy/docker/publish.mjs --tag <version> [--registry <host/path>] [--output <folder>]
                                      [-- <anything docker build takes>]
  KLA_REGISTRY                        the registry, unless --registry names it
  REGISTRY_USER, REGISTRY_PASSWORD    whom to log in as; without them, as docker already is`
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const IMAGES = Object.keys(JSON.parse(readFileSync(new URL('images.json', import.meta.url), 'utf8')))

const { tag, registry, output, handedOn } = readArguments()
const folder = mkdtempSync(join(tmpdir(), 'kla-publish-'))
try {
  publish()
} finally {
  rmSync(folder, { recursive: true })
}

function publish() {
  logIn()
  run(process.execPath, 'deploy/docker/build.mjs', '--tag', tag, '--registry', registry, '--push', '--', ...handedOn)
  const provenance = write('provenance.json', JSON.stringify(provenanceOf(process.env)))
  const digests = {}
  for (const name of IMAGES) {
    const repository = `${registry}/kla/${name}`
    digests[name] = digestIn(
      said('docker', 'image', 'inspect', '--format', '{{json .RepoDigests}}', `${repository}:${tag}`),
      repository,
    )
    const reference = `${repository}@${digests[name]}`
    run('cosign', 'sign', '--yes', reference)
    run(
      'cosign',
      'attest',
      '--yes',
      '--type',
      'cyclonedx',
      '--predicate',
      listOf(name, `${repository}:${tag}`),
      reference,
    )
    run('cosign', 'attest', '--yes', '--type', 'slsaprovenance1', '--predicate', provenance, reference)
  }
  publishChart(digests)
  mkdirSync(output, { recursive: true })
  writeFileSync(join(output, 'digests.yaml'), digestsFile(digests))
  if (process.env.GITHUB_STEP_SUMMARY)
    appendFileSync(process.env.GITHUB_STEP_SUMMARY, `\`\`\`yaml\n${digestsFile(digests)}\`\`\`\n`)
}

/** Copies the image's own list out of it. */
function listOf(name, reference) {
  const file = join(folder, `${name}.cdx.json`)
  const container = said('docker', 'create', reference).trim()
  run('docker', 'cp', `${container}:/sbom.cdx.json`, file)
  run('docker', 'rm', container)
  return file
}

/** Names the digests in the chart's values, so that a chart means these images and no others. */
function publishChart(digests) {
  const chart = join(folder, 'kla')
  cpSync(join(ROOT, 'helm'), chart, { recursive: true })
  const values = join(chart, 'values.yaml')
  writeFileSync(values, chartWithDigests(readFileSync(values, 'utf8'), digests))
  run('helm', 'package', chart, '--version', tag, '--app-version', tag, '--destination', folder)
  const { output: pushed } = saidOnBoth('helm', 'push', join(folder, `kla-${tag}.tgz`), `oci://${registry}/charts`)
  const [digest] = /sha256:[0-9a-f]{64}/.exec(pushed) ?? []
  if (digest === undefined) throw new Error(`helm push returned no digest: ${pushed}`)
  run('cosign', 'sign', '--yes', `${registry}/charts/kla@${digest}`)
}

function logIn() {
  const { REGISTRY_USER: user, REGISTRY_PASSWORD: password } = process.env
  if (!user || !password) return
  const [host] = registry.split('/')
  execFileSync('docker', ['login', '--username', user, '--password-stdin', host], {
    input: password,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        tag: { type: 'string' },
        registry: { type: 'string', default: process.env.KLA_REGISTRY ?? '' },
        output: { type: 'string', default: join(ROOT, '.local/release') },
      },
      allowPositionals: true,
    })
    // A tag of git begins with a letter, a version of the chart does not.
    const version = values.tag?.replace(/^v(?=\d)/, '') ?? ''
    if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) throw new Error('--tag must be a version such as 1.4.0')
    if (values.registry === '') throw new Error('no registry: --registry or KLA_REGISTRY')
    return { ...values, tag: version, registry: values.registry.replace(/\/$/, ''), handedOn: positionals }
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`)
    process.exit(2)
  }
}

function write(name, text) {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

function run(command, ...args) {
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' })
}

function said(command, ...args) {
  return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' })
}

/** Helm names the digest on the standard error. */
function saidOnBoth(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${stderr}`)
  return { output: stdout + stderr }
}
