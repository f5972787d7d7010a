// Runs everything that a change must pass.
// npm test: all of it
// npm test -- --quick: style, types and tests of changes since the last commit, without platforms
// npm test -- --quick --since main: the same since this branch left main
// npm run test:soak: chaos at full size, alone
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checkNode, ensureBuilt, ensurePackages, fail, root } from './bootstrap.mjs'
import { changedFiles } from './changed-files.mjs'
import { checkPackages } from './check-packages.mjs'
import { judgeTimes, readProcessorTimes, readSuiteBudget, slowestLines, timesOf, whyNotJudged } from './suite-times.mjs'

const quick = process.argv.includes('--quick')
const soak = process.argv.includes('--soak')
const since = process.argv.includes('--since') ? process.argv[process.argv.indexOf('--since') + 1] : undefined
/** More than processors: suites often wait. */
const WORKERS = 5
/** Each is a dozen waiting processes. */
const PLATFORMS = 2
const COMPILER = 'node_modules/typescript-native/bin/tsc'
const LINT = ['node_modules/oxlint/bin/oxlint', '--no-error-on-unmatched-pattern']
const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '--list-different', '.']
const CONTRACT = ['proto/check.mjs', ...(since === undefined ? [] : [since])]
const DIRECTIONS = ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs']
/** Suites that start every service. */
const WHOLE = ['/deploy/e2e/test/']
/** Has a command of its own. */
const BENCH = '/deploy/bench/'
/** Suites that bound milliseconds, so they run alone. */
const TIMED = ['/deploy/e2e/test/browser-black\\.', '/deploy/e2e/test/hostile-frames\\.']
/** Repeating more takes too long under CI. */
const REPEATED_MAX = 10

checkNode()
const startedAt = Date.now()
const processorsBefore = readProcessorTimes()
// Building helm takes minutes.
const chartTools = quick || soak ? Promise.resolve({ missing: [] }) : obtainChartTools()
await ensurePackages()
const packagesChecked = quick || soak ? Promise.resolve({ faults: [], notes: [], unchecked: [] }) : checkPackages()

const failedChecks = []
const repeated = []
const failedSuites = []
const ran = []
const counts = { passed: 0, failed: 0, skipped: 0 }

step('Building')
await ensureBuilt()
step('Checking style, types and import directions')
const changed = quick ? changedFiles(root, since) : undefined
const checks = soak ? [] : startChecks(changed)

// All pictures take half a minute.
process.env['CLIP_FRAMES'] = '12'
const { createLauncher, ensureTools, prepareClips, useMemoryForFiles } = await import('./dist/index.js')
const { startTestInfrastructure } = await import('./jest-infrastructure.mjs')
const say = (line) => console.log(line)
const tools = ['redis', 'nats', 'ffmpeg', ...(quick ? [] : ['chromium', 'headless-chromium', 'turnserver'])]
const { ffmpeg } = await ensureTools(tools, say).catch((error) => fail(error.message))
const removeFiles = useMemoryForFiles()
const stop = await startTestInfrastructure(WORKERS)
const reports = mkdtempSync(join(tmpdir(), 'kla-reports-'))
const launcher = createLauncher(join(reports, 'logs'))
await prepareClips(launcher, { ffmpeg, say }).finally(() => launcher.close())
const { missing } = await chartTools
try {
  if (!soak) {
    step('Running the tests of the parts')
    const related = changed ? ['--passWithNoTests', '--findRelatedTests', ...changed] : []
    if (changed?.length !== 0) await jest('parts', [`--maxWorkers=${WORKERS}`, ...ignoring(...WHOLE), ...related])
  }
  await Promise.all(checks)
  if (!quick) {
    step('Running the tests of whole platforms')
    const size = soak ? { TEST_SIZE: 'full' } : {}
    const workers = soak ? 1 : PLATFORMS
    await jest(
      'whole',
      [`--maxWorkers=${workers}`, ...ignoring(...(soak ? [] : TIMED)), '--testPathPatterns', WHOLE.join('|')],
      size,
    )
    if (!soak) {
      step('Running the timing tests alone')
      await jest('timed', ['--maxWorkers=1', ...ignoring(), '--testPathPatterns', TIMED.join('|')])
    }
  }
} finally {
  await stop()
  removeFiles()
  rmSync(reports, { recursive: true, force: true })
}

const { faults, notes, unchecked } = await packagesChecked
const times = timesOf(ran)
if (!quick && !soak) judgeSuites()
for (const note of notes) console.log(note)
failedChecks.push(...faults)
for (const suite of repeated) console.log(`REPEATED: ${suite} failed, then passed when it ran again alone`)
for (const suite of failedSuites) console.log(`Failed: ${suite}`)
for (const name of failedChecks) console.log(`Failed: ${name}`)
counts.failed += failedChecks.length
for (const tool of missing) console.log(`NOT TESTED: the chart in helm/, without ${tool}`)
process.exitCode = counts.failed === 0 ? 0 : 1
step('Done')
for (const line of unchecked) console.log(line)
for (const line of slowestLines(times)) console.log(line)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)

function step(name) {
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`[${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}] ${name}`)
}

/** Each resolves when its check has ended. */
function startChecks(changed) {
  const lintable = changed?.filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file))
  const compile = (project) => [COMPILER, '-p', project, '--noEmit']
  return [
    check('format', FORMAT),
    lintable?.length === 0 ? undefined : check('style', [...LINT, ...(lintable ?? ['.'])]),
    changed?.some((file) => file.startsWith('proto/')) === false ? undefined : check('the contract', CONTRACT),
    check('types and directions', compile('tsconfig.tests.json'), compile('frontend/tsconfig.tests.json'), [
      ...DIRECTIONS,
      ...['proto', 'services', 'deploy', 'frontend/src'],
    ]),
  ]
}

async function check(name, ...commands) {
  for (const args of commands) {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
    const [code] = await once(child, 'close')
    if (code === 0) continue
    console.log(said)
    failedChecks.push(name)
    return
  }
}

function obtainChartTools() {
  const child = spawn(process.execPath, ['deploy/cluster/obtain-tools.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (part) => (text += part))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code === 0 ? JSON.parse(text) : { missing: ['its tools'] }))
  })
}

function ignoring(...patterns) {
  return ['--testPathIgnorePatterns', '/node_modules/', '/dist/', BENCH, ...patterns]
}

/** Repeats a failed suite alone under CI=true. */
async function jest(name, args, environment = {}) {
  const suites = await runJest(name, args, environment)
  const failing = suites.filter(({ status }) => status === 'failed').map((suite) => suite.name)
  if (process.env['CI'] !== 'true' || failing.length === 0 || failing.length > REPEATED_MAX) return count(suites)
  console.log(`Running failed suites again: ${failing.map((path) => relative(root, path)).join(', ')}`)
  await Promise.all(checks)
  const again = await runJest(`${name}, again`, ['--maxWorkers=1', '--runTestsByPath', ...failing], environment)
  count([...suites.filter(({ status }) => status !== 'failed'), ...again])
  for (const suite of again) if (suite.status !== 'failed') repeated.push(relative(root, suite.name))
}

function judgeSuites() {
  const why = whyNotJudged(processorsBefore, readProcessorTimes(), availableParallelism())
  if (why) return unchecked.push(`NOT CHECKED: the budget of suites, because ${why}`)
  const judged = judgeTimes(times, readSuiteBudget())
  faults.push(...judged.faults)
  notes.push(...judged.notes)
}

async function runJest(name, args, environment) {
  const report = join(reports, `${name}.json`)
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const program = [...flags, 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...args]
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'close')
  try {
    const suites = JSON.parse(readFileSync(report, 'utf8')).testResults
    ran.push(...suites.map((suite) => ({ ...suite, name: relative(root, suite.name) })))
    return suites
  } catch {
    failedChecks.push(`the tests of the ${name} did not finish`)
    return []
  }
}

function count(suites) {
  for (const { name, status, assertionResults } of suites) {
    if (status === 'failed') failedSuites.push(relative(root, name))
    const of = (...wanted) => assertionResults.filter((test) => wanted.includes(test.status)).length
    const failed = of('failed')
    counts.passed += of('passed')
    counts.skipped += assertionResults.length - of('passed', 'failed')
    counts.failed += status === 'failed' ? Math.max(1, failed) : failed
  }
}
