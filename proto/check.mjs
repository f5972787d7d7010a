// Checks style, that gen/ is current, and that no client of COMMIT breaks.
// node proto/check.mjs [COMMIT]: by default, the parent of HEAD
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const proto = import.meta.dirname
const against = process.argv[2] ?? 'HEAD~1'
const directory = mkdtempSync(join(tmpdir(), 'kla-contract-'))
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: proto, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const buf = (...args) => run(join(proto, '../node_modules/.bin/buf'), ...args)

const faults = []
try {
  attempt('Style', () => buf('lint'))
  attempt('Generated code', () => {
    buf('generate', '-o', directory)
    const stale = staleFiles(join(proto, 'gen'), join(directory, 'gen'))
    if (stale.length > 0) throw new Error(`\`npm run generate\` would change ${stale.join(', ')}`)
  })
  if (isKnown(against)) {
    attempt(`Compatibility with ${against}`, () => {
      const archive = join(directory, 'contract.tar')
      run('git', 'archive', '-o', archive, against, 'buf.yaml', 'kla', 'grpc')
      buf('breaking', '--against', archive)
    })
  } else {
    console.log(`NOT CHECKED: compatibility of the contract; ${against} is not in this clone`)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1

function attempt(name, work) {
  try {
    work()
  } catch (error) {
    faults.push(`${name}: ${[error.stdout, error.stderr].join('').trim() || error.message}`)
  }
}

function isKnown(commit) {
  try {
    run('git', 'cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

function staleFiles(...directories) {
  const [here, there] = directories.map((root) => {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Map(
      files.map(({ parentPath, name }) => [
        join(parentPath, name).slice(root.length + 1),
        readFileSync(join(parentPath, name), 'utf8'),
      ]),
    )
  })
  return [...new Set([...here.keys(), ...there.keys()])].filter((name) => here.get(name) !== there.get(name))
}
