// Checks signatures and advisories of installed packages: npm run check:packages
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './bootstrap.mjs'

const WITHIN_MS = 60_000
const FAIL_FAST = ['--fetch-retries=0', '--fetch-timeout=15000', '--loglevel=silent']
const REFUSED = ['high', 'critical']

/** Resolves to `{ faults, notes, unchecked }`; `unchecked`: the registry did not answer. */
export async function checkPackages() {
  const [signatures, advisories] = await Promise.all([
    ask(['audit', 'signatures', '--json', ...FAIL_FAST]),
    ask(['audit', '--json', '--omit=dev', ...FAIL_FAST]),
  ])
  const [ofSignatures, ofAdvisories] = [judgeSignatures(signatures), judgeAdvisories(advisories)]
  return {
    faults: [...ofSignatures.faults, ...ofAdvisories.faults],
    notes: [...ofSignatures.notes, ...ofAdvisories.notes],
    unchecked: [...ofSignatures.unchecked, ...ofAdvisories.unchecked],
  }
}

/** `answer`: JSON of `npm audit signatures`, if any. */
export function judgeSignatures(answer) {
  if (!Array.isArray(answer?.invalid)) return unanswered('the signatures of packages')
  const name = (one) => `${one.name}@${one.version}`
  return {
    faults: answer.invalid.map((one) => `the signature of ${name(one)} is wrong`),
    notes: (answer.missing ?? []).map((one) => `NOT SIGNED: ${name(one)}`),
    unchecked: [],
  }
}

/** `answer`: JSON of `npm audit`, if any. */
export function judgeAdvisories(answer) {
  const known = answer?.vulnerabilities
  if (typeof known !== 'object' || known === null) {
    return unanswered('advisories against packages')
  }
  const found = Object.values(known).map(({ name, severity, range }) => ({
    severity,
    line: `${name} ${range}: ${severity}`,
  }))
  const isRefused = ({ severity }) => REFUSED.includes(severity)
  return {
    faults: found.filter(isRefused).map(({ line }) => `an advisory against ${line}`),
    notes: found.filter((one) => !isRefused(one)).map(({ line }) => `ADVISORY: ${line}`),
    unchecked: [],
  }
}

const unanswered = (what) => ({
  faults: [],
  notes: [],
  unchecked: [`NOT CHECKED: ${what}, because the registry could not be reached or does not answer that`],
})

async function ask(args) {
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const timeout = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
  let text = ''
  child.stdout.on('data', (part) => (text += part))
  await once(child, 'close')
  clearTimeout(timeout)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (process.argv[1] === import.meta.filename) {
  const { faults, notes, unchecked } = await checkPackages()
  for (const line of [...notes, ...faults, ...unchecked]) console.log(line)
  process.exitCode = faults.length === 0 ? 0 : 1
}
