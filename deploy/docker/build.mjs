// Builds the images one after another: they share most layers.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const USAGE = `usage: node deploy/docker/build.mjs --tag <tag> [--registry <host/path>] [--only <image>]... [--push]
                                    [--ca <certificates in PEM>] [-- <anything docker build takes>]`
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const IMAGES = JSON.parse(readFileSync(new URL('images.json', import.meta.url), 'utf8'))

const { tag, registry, only, push, ca, handedOn } = readArguments()
const common = { VERSION: tag, REVISION: git('%H'), CREATED: git('%cI'), ...(ca === '' ? {} : { EXTRA_CA: ca }) }
const built = []
for (const name of only) {
  const reference = `${registry === '' ? '' : `${registry}/`}kla/${name}:${tag}`
  const { dockerfile, args } = IMAGES[name]
  const settings = Object.entries({ ...args, ...common }).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`])
  docker('build', '--file', `deploy/docker/${dockerfile}.Dockerfile`, '--tag', reference, ...settings, ...handedOn, '.')
  if (push) docker('push', reference)
  built.push(reference)
}
for (const reference of built) console.log(`${reference}  ${megabytes(reference)} MB`)

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        tag: { type: 'string' },
        registry: { type: 'string', default: '' },
        only: { type: 'string', multiple: true, default: Object.keys(IMAGES) },
        push: { type: 'boolean', default: false },
        ca: { type: 'string' },
      },
      allowPositionals: true,
    })
    if (values.tag === undefined) throw new Error('--tag is missing')
    const unknown = values.only.find((name) => !Object.hasOwn(IMAGES, name))
    if (unknown !== undefined) throw new Error(`no image "${unknown}": ${Object.keys(IMAGES).join(', ')}`)
    return { ...values, ca: values.ca === undefined ? '' : authorityIn(values.ca), handedOn: positionals }
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`)
    process.exit(2)
  }
}

/** Linux limits an argument to 128 KiB. */
function authorityIn(file) {
  const pem = readFileSync(file, 'utf8').trim()
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`--ca: ${file} contains no certificate in PEM`)
  if (pem.length > 100_000)
    throw new Error(`--ca: ${file} is too long; use a file with only the certificate of your own authority`)
  return pem
}

function docker(...args) {
  const { status } = spawnSync('docker', args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function git(format) {
  return execFileSync('git', ['log', '-1', `--format=${format}`], { cwd: ROOT, encoding: 'utf8' }).trim()
}

function megabytes(reference) {
  const size = execFileSync('docker', ['image', 'inspect', '--format', '{{.Size}}', reference], { encoding: 'utf8' })
  return Math.round(Number(size) / 1e6)
}
