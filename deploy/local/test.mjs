// Everything that a change must pass: lint, build, types, tests. The last line counts the tests.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkNode, ensureBuilt, ensurePackages, fail, root } from './bootstrap.mjs'

checkNode()
// Helm may have to be built, which takes minutes: beside the packages and the compiler.
const chartTools = obtainChartTools()
ensurePackages()

const failedChecks = []
check('Checking style and the directions of imports', 'npm', ['run', '--silent', 'lint'])
console.log('Building')
ensureBuilt()
check('Checking the types of the tests', process.execPath, [
  'node_modules/typescript-native/bin/tsc',
  '-p',
  'tsconfig.tests.json',
])
check('Checking the types of the pages\' tests', process.execPath, [
  'node_modules/typescript-native/bin/tsc',
  '-p',
  'frontend/tsconfig.tests.json',
])

const { createLauncher, ensureTools, prepareClips } = await import('./dist/index.js')
const { startTestInfrastructure } = await import('./jest-infrastructure.mjs')
const say = (line) => console.log(line)
const tools = ['redis', 'nats', 'ffmpeg', 'chromium', 'turnserver']
const { ffmpeg } = await ensureTools(tools, say).catch((error) => fail(error.message))
const stop = await startTestInfrastructure()
/** Where tests are that start every service, or have thousands of players. */
const ALONE = ['/test/e2e/', '/test/crowd/']
const reports = mkdtempSync(join(tmpdir(), 'kla-reports-'))
// Once for all: no test has to wait for it.
const launcher = createLauncher(join(reports, 'logs'))
await prepareClips(launcher, { ffmpeg, say }).finally(() => launcher.close())
const { missing } = await chartTools
const counts = { passed: 0, failed: 0, skipped: 0 }
try {
  console.log('Running the tests')
  jest('parts', ['--maxWorkers=2', '--testPathIgnorePatterns', '/node_modules/', '/dist/', ...ALONE])
  console.log('Running the tests of the whole platform, and of crowds')
  // Each of these keeps all processors busy: one after the other, so that nobody waits for them but themselves.
  // A battle that broke off leaves players waiting; the run must end all the same.
  jest('whole', ['--maxWorkers=1', '--forceExit', '--testPathPatterns', ALONE.join('|')])
} finally {
  await stop()
  rmSync(reports, { recursive: true, force: true })
}

for (const name of failedChecks) console.log(`Failed: ${name}`)
counts.failed += failedChecks.length
for (const tool of missing) console.log(`NOT TESTED: the chart in helm/, for want of ${tool}`)
process.exitCode = counts.failed === 0 ? 0 : 1
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)

function check(name, command, args) {
  console.log(name)
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) failedChecks.push(name)
}

/** Resolves to what the chart's tests need and cannot have. */
function obtainChartTools() {
  const child = spawn(process.execPath, ['deploy/cluster/obtain-tools.mjs'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (part) => (text += part))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code === 0 ? JSON.parse(text) : { missing: ['its tools'] }))
  })
}

function jest(name, args) {
  const report = join(reports, `${name}.json`)
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const program = [...flags, 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...args]
  spawnSync(process.execPath, program, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'))
    counts.passed += result.numPassedTests
    // A suite that could not even run has no tests to count.
    counts.failed += result.numFailedTests + result.numRuntimeErrorTestSuites
    counts.skipped += result.numPendingTests + result.numTodoTests
  } catch {
    failedChecks.push(`the tests of the ${name} did not finish`)
  }
}
