/** One script a name, so that no letter passes for another: stricter than "highly restrictive" of UTS 39. */

const SCRIPTS = [
  ...[
    'Latin',
    'Cyrillic',
    'Greek',
    'Arabic',
    'Hebrew',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
  ],
  ...[
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Tibetan',
    'Myanmar',
    'Georgian',
    'Armenian',
    'Ethiopic',
    'Khmer',
    'Cherokee',
    'Thaana',
  ],
]
const TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]
const INHERITED = '\\p{Script=Common}\\p{Script=Inherited}'
const written = (scripts: readonly string[]): RegExp =>
  new RegExp(`^[${INHERITED}${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]*$`, 'u')
const ALLOWED = [...SCRIPTS.map((script) => written([script])), ...TOGETHER.map(written)]
const LETTERS = /\p{L}/gu

/** True for one script; unlisted scripts count as one. */
export function isOneScript(name: string): boolean {
  if (ALLOWED.some((allowed) => allowed.test(name))) return true
  const letters = name.match(LETTERS) ?? []
  const listed = letters.some((letter) => ALLOWED.some((allowed) => allowed.test(letter)))
  return !listed
}
