// Runs quick tests, socket tests and a battle on another Node: npm run test:node -- 24
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, root } from './bootstrap.mjs'

const wanted = process.argv[2] ?? ''
if (!/^\d+(\.\d+){0,2}$/.test(wanted)) fail('Which Node? npm run test:node -- 24')

const bin = join(obtain(wanted), 'bin')
const node = join(bin, 'node')
const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) }
console.log(`Testing with Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)

const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js']
run('deploy/local/test.mjs', '--quick')
run(...jest, '--maxWorkers=2', 'services/gateway/test/ws')
run(...jest, '--maxWorkers=1', 'deploy/e2e/test/smoke.test.ts')

function run(...args) {
  const { status } = spawnSync(node, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) fail(`Failed with Node ${wanted}: ${args.at(-1)}`)
}

function obtain(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const npm = (cwd, ...args) => JSON.parse(execFileSync('npm', [...args, '--json'], { cwd, encoding: 'utf8' }))
  const found = npm(root, 'view', `${name}@${version}`, 'version')
  const release = [found]
    .flat()
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
  const cache = join(root, '.local/node')
  const folder = join(cache, release)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const unpacked = mkdtempSync(join(cache, 'unpacking-'))
  try {
    const [{ filename }] = npm(unpacked, 'pack', `${name}@${release}`)
    execFileSync('tar', ['-xzf', filename], { cwd: unpacked })
    renameSync(join(unpacked, 'package'), folder)
  } finally {
    rmSync(unpacked, { recursive: true })
  }
  return folder
}
