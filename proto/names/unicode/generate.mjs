// Writes confusables.ts: node proto/names/unicode/generate.mjs VERSION FILE
// FILE: confusables.txt from https://www.unicode.org/Public/security/, or src/tables.rs of the crate unicode-security.
// Afterwards, set stored skeletons to null: they are computed anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LINE_CHARACTERS = 400
const [, , version, file] = process.argv
if (!version || !file) throw new Error('usage: generate.mjs VERSION FILE')

const text = readFileSync(file, 'utf8')
const pairs = file.endsWith('.rs') ? ofCrate(text) : ofUnicode(text)
if (pairs.length < 6_000) throw new Error(`only ${pairs.length} characters in ${file}`)

/** Parses lines such as "0430 ; 0061 ; MA # ...". */
function ofUnicode(table) {
  return [...table.matchAll(/^([\dA-F]+)\s*;\s*([\dA-F ]+?)\s*;/gm)].map(([, from, to]) => [from, to.split(' ')])
}

/** Parses entries such as "('\u{430}', &['\u{61}'])". */
function ofCrate(source) {
  const from = source.indexOf('const CONFUSABLES')
  const table = source.slice(from, source.indexOf('];\n', from))
  return [...table.matchAll(/\('\\u\{([\da-f]+)\}',\s*&\[([^\]]*)\]\)/g)].map(([, character, prototype]) => [
    character,
    [...prototype.matchAll(/\\u\{([\da-f]+)\}/g)].map(([, code]) => code),
  ])
}

const number = (code) => Number.parseInt(code, 16)
const entries = pairs
  .sort(([one], [other]) => number(one) - number(other))
  .map(([from, to]) => `${number(from).toString(36)} ${to.map((code) => number(code).toString(36)).join(' ')}`)
const lines = ['']
for (const entry of entries) {
  if (lines.at(-1).length + entry.length > LINE_CHARACTERS) lines.push('')
  lines[lines.length - 1] += `${entry},`
}
writeFileSync(
  join(import.meta.dirname, 'confusables.ts'),
  `/**
 * Unicode's confusable characters, each with its prototype: code points to the base of 36. Written by generate.mjs; its
 * licence is beside it. Unicode ${version}, ${entries.length} characters.
 */
export const CONFUSABLES = \`
${lines.map((line) => line.replace(/,$/, '')).join('\n')}
\`
`,
)
