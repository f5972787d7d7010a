import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

const SCRIPT = fileURLToPath(new URL('../native-sockets.mjs', import.meta.url))
const OURS = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`
const OTHERS = `uws_plan9_${process.arch}_${process.versions.modules}.node`
// Where Node finds it by name: beside the script, as in an image.
const INSTALLED = 'node_modules/uWebSockets.js'

let app: string
beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), 'kla-native-sockets-'))
  write('services/gateway/package.json', { dependencies: { 'uWebSockets.js': 'npm:another@20.30.0' } })
  write(`${INSTALLED}/package.json`, { name: 'another', version: '20.30.0' })
  write(`${INSTALLED}/binaries/${OURS}`, '')
  write(`${INSTALLED}/binaries/${OTHERS}`, '')
  mkdirSync(join(app, 'deploy/docker/vendor'), { recursive: true })
  cpSync(SCRIPT, join(app, 'deploy/docker/native-sockets.mjs'))
})
afterEach(() => rmSync(app, { recursive: true }))

test("without a source, keeps npm's package with this Node's binary", () => {
  expect(run('', '').status).toBe(0)
  expect(readdirSync(join(app, INSTALLED, 'binaries'))).toEqual([OURS])
})

test('replaces the package by the archive and updates the manifest', () => {
  const sha256 = archive({ [OURS]: '', [OTHERS]: '', 'uws.js': 'module.exports = { SSLApp: true }' })
  expect(run('vendor/uws.tgz', sha256)).toMatchObject({ stderr: '', status: 0 })
  expect(readdirSync(join(app, INSTALLED)).sort()).toEqual(['package.json', OURS, 'uws.js'].sort())
  expect(JSON.parse(readFileSync(join(app, 'services/gateway/package.json'), 'utf8'))).toEqual({
    dependencies: { 'uWebSockets.js': '20.69.0' },
  })
})

test.each([
  ['no checksum', '', /UWS_SHA256 is missing/],
  ['another checksum', 'ab12', /UWS_SHA256 is ab12/],
])('rejects an archive with %s and replaces nothing', (_, sha256, reason) => {
  archive({ [OURS]: '', 'uws.js': 'module.exports = { SSLApp: true }' })
  const { status, stderr } = run('vendor/uws.tgz', sha256)
  expect(status).not.toBe(0)
  expect(stderr).toMatch(reason)
  expect(readdirSync(join(app, INSTALLED))).toContain('binaries')
})

test.each([
  ['without a binary of this Node', { [OTHERS]: '', 'uws.js': 'module.exports = { SSLApp: true }' }, /has no uws_/],
  ['that falls back to JavaScript', { [OURS]: '', 'uws.js': 'module.exports = { App: true }' }, /does not load/],
])('fails the build for a package %s', (_, files, reason) => {
  const { status, stderr } = run('vendor/uws.tgz', archive(files))
  expect(status).not.toBe(0)
  expect(stderr).toMatch(reason)
})

test('leaves an image without sockets as it is', () => {
  rmSync(join(app, INSTALLED), { recursive: true })
  expect(run('vendor/uws.tgz', 'ab12').status).toBe(0)
})

function run(source: string, sha256: string): { status: number | null; stderr: string } {
  const args = ['deploy/docker/native-sockets.mjs', source, sha256]
  return spawnSync(process.execPath, args, { cwd: app, encoding: 'utf8' })
}

/** Puts an archive as of a tag where the build looks for it. Answers its SHA-256. */
function archive(files: Readonly<Record<string, string>>): string {
  const top = 'made/uWebSockets.js-20.69.0'
  write(`${top}/package.json`, { name: 'uWebSockets.js', version: '20.69.0', main: 'uws.js' })
  for (const [name, content] of Object.entries(files)) write(`${top}/${name}`, content)
  const path = join(app, 'deploy/docker/vendor/uws.tgz')
  execFileSync('tar', ['-czf', path, '-C', join(app, 'made'), 'uWebSockets.js-20.69.0'])
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function write(path: string, content: string | object): void {
  const target = join(app, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content))
}
