import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

const SCRIPT = fileURLToPath(new URL('../keep-assets.mjs', import.meta.url))

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'keep-assets-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** What a build leaves: files by their names in the bundles, each with its name as content unless given. */
function build(release: string, ...files: readonly string[]): string {
  const folder = join(directory, release)
  mkdirSync(folder)
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${file} of ${release}`)
  }
  return folder
}

const keep = (web: string, previous: string): string =>
  execFileSync(process.execPath, [SCRIPT, web, previous], { encoding: 'utf8' }).trim()
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => file !== 'own-assets')
    .sort()
const textOf = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')

test("keeps the previous release's hashed files beside its own", () => {
  const one = build('one', 'app/index.html', 'app/assets/shop-1.js', 'app/assets/same-0.js', 'console/assets/bans-1.js')
  const two = build('two', 'app/index.html', 'app/assets/shop-2.js', 'app/assets/same-0.js', 'console/assets/bans-2.js')
  keep(one, build('none'))
  expect(keep(two, one)).toBe('3 files of this release, 2 of the previous one')
  expect(filesOf(two)).toEqual([
    ...['app/assets/same-0.js', 'app/assets/shop-1.js', 'app/assets/shop-2.js', 'app/index.html'],
    ...['console/assets/bans-1.js', 'console/assets/bans-2.js'],
  ])
  expect(textOf(two, 'app/index.html')).toBe('app/index.html of two')
  expect(textOf(two, 'app/assets/shop-1.js')).toBe('app/assets/shop-1.js of one')
  expect(textOf(two, 'app/assets/same-0.js')).toBe('app/assets/same-0.js of two')
})

test('drops what the previous release had kept', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((release) =>
    build(release, `app/assets/shop-${release}.js`),
  ) as [string, string, string]
  keep(one, build('none'))
  keep(two, one)
  keep(three, two)
  expect(filesOf(three)).toEqual(['app/assets/shop-three.js', 'app/assets/shop-two.js'])
})

test('keeps them when the pages are the same', () => {
  const one = build('one', 'app/assets/shop-1.js')
  const two = build('two', 'app/assets/shop-2.js')
  const again = join(directory, 'again')
  cpSync(two, again, { recursive: true })
  keep(one, build('none'))
  keep(two, one)
  expect(keep(again, two)).toBe('1 files of this release, 1 of the previous one')
  expect(filesOf(again)).toEqual(['app/assets/shop-1.js', 'app/assets/shop-2.js'])
})

test('keeps the files of an image without a list', () => {
  const two = build('two', 'app/assets/shop-2.js')
  keep(two, build('one', 'app/index.html', 'app/assets/shop-1.js.br'))
  expect(filesOf(two)).toEqual(['app/assets/shop-1.js.br', 'app/assets/shop-2.js'])
})
