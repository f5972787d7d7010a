import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ROOT } from '@kla/local/tools'

const subject = (word: string) =>
  `Begin a docstring with a noun, a verb in the third person or "True if" instead of "${word}".`
const avoided = (word: string) => `Use a plainer word than "${word}".`

const CASES: readonly [title: string, code: string, reports: readonly string[]][] = [
  ['accepts a noun, a verb and True if', '/** Attempts of a name. */\n/** Returns none. */\n/** True if so. */', []],
  [
    'accepts longer words that begin like a listed one',
    '/** Formats text. */\n/** In-memory store. */\n/** Noise. */',
    [],
  ],
  ['accepts a docstring that begins with code', '/** `of`: the owner. */', []],
  ['accepts any beginning of other comments', '// For tests alone.\n/* Of this file. */', []],
  ['accepts avoided words in backticks and in strings', "// The user `nobody` runs it.\nvoid 'nobody'", []],
  ['reports a preposition', '/** For tests alone. */', [subject('For')]],
  ['reports the first word of several lines', '/**\n * of an account\n * and more\n */', [subject('of')]],
  ['reports a pronoun', '/** Whose turn it is. */', [subject('Whose')]],
  ['reports avoided words in any comment', '// Nobody is told.', [avoided('Nobody'), avoided('told')]],
  ['reports a phrase across lines', '/**\n * Chosen by\n * lot.\n */', [avoided('by lot')]],
  ['reports both faults', '/** Until somebody comes. */', [subject('Until'), avoided('somebody')]],
]

interface Report {
  readonly filename: string
  readonly message: string
}

/** Lints all cases at once, each as a file. */
async function lint(folder: string): Promise<readonly Report[]> {
  const config = {
    jsPlugins: [{ name: 'kla', specifier: join(ROOT, 'deploy/local/lint-docstrings.mjs') }],
    categories: { correctness: 'off' },
    rules: { 'kla/docstrings': 'error' },
  }
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  await Promise.all(CASES.map(([, code], at) => writeFile(join(folder, `${at}.ts`), code)))
  const args = [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '-c', 'config.json', '-f', 'json', '.']
  // It exits with 1 as it has found something.
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
  return (JSON.parse(said) as { diagnostics: Report[] }).diagnostics
}

describe('the lint rule kla/docstrings', () => {
  let folder = ''
  let reports: readonly Report[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kla-lint-'))
    reports = await lint(folder)
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(CASES.map((each, at) => [...each, at] as const))('%s', (_title, _code, expected, at) => {
    const found = reports.filter(({ filename }) => filename === `${at}.ts`)
    expect(found.map(({ message }) => message).sort()).toEqual([...expected].sort())
  })
})
