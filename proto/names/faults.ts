import { createRequire } from 'node:module'
import type { Reason } from '../web/reasons.js'
import { digitsAsOurs } from './digits.js'
import { meansMinor } from './minors.js'
import { bare, lettersOf, readingsOf } from './readings.js'
import { isOneScript } from './scripts.js'
import { HARMLESS, HATE_WITHIN, HATE_WORDS, STAFF_NAMES, STAFF_WITHIN, STAFF_WORDS } from './words.js'

/** Most visitors of such sites speak these. */
const LANGUAGES = ['en', 'es', 'pt', 'de', 'fr', 'it', 'pl', 'ru', 'tr', 'ar'] as const
const naughty = createRequire(import.meta.url)('naughty-words') as Readonly<
  Record<(typeof LANGUAGES)[number], readonly string[]>
>
/** Harmless here, or everyday words of another language. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...[
    'sexy',
    'sex',
    'sexual',
    'sexually',
    'erotic',
    'kinky',
    'bondage',
    'domination',
    'dominatrix',
    'nude',
    'nudity',
    'playboy',
    'topless',
    'horny',
    'eunuch',
    'fetish',
    'lust',
  ],
  ...[
    'bunny',
    'pony',
    'rosa',
    'mini',
    'amore',
    'cazzo' + 'la',
    'fica' + 'ria',
    'sado',
    'vibrator',
    'voyeur',
    'butt',
    'barenaked',
    'spunky',
    'santorum',
    'tied',
    'gros',
    'salami',
  ],
])

const KEPT: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => naughty[language].map(bare)).filter(
    (word) => !ALLOWED.has(word) && word.length > 2 && !/\s/.test(word),
  ),
)
const PHRASES: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => naughty[language].map(bare))
    .filter((word) => /\s/.test(word))
    .map(lettersOf),
)

/** Reads "l" as "i", too. */
const inForm = (words: readonly string[]): string[] => words.map((word) => lettersOf(bare(word)))
const alsoWithI = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => [word, word.replaceAll('l', 'i')])),
]

const holds = (wholes: readonly string[], within: readonly string[]): boolean =>
  wholes.some((whole) => {
    const rest = HARMLESS.reduce((text, harmless) => text.replaceAll(harmless, ' '), whole)
    return within.some((word) => rest.includes(word))
  })

const STAFF_INSIDE = inForm(STAFF_WITHIN)
const HATE_INSIDE = alsoWithI(inForm(HATE_WITHIN))
const STAFF = new Set(inForm(STAFF_WORDS))
const NAMES = new Set(inForm(STAFF_NAMES))
const HATE = new Set(HATE_WORDS.map(bare))

/** Why a name is refused. */
export type NameFault = Extract<Reason, 'NAME_MIXED_SCRIPTS' | 'NAME_STAFF' | 'NAME_OFFENSIVE' | 'NAME_MINOR'>

/** A room may be hosted and judged; cups and seasons are ours. */
export type NameOf = 'player' | 'room' | 'ours'

/** Expects a name from `readName`. */
export function nameFault(name: string, of: NameOf): NameFault | undefined {
  if (meansMinor(digitsAsOurs(name), of === 'player' ? 'player' : 'room')) return 'NAME_MINOR'
  const { wholes, words } = readingsOf(name)
  if (
    holds(wholes, HATE_INSIDE) ||
    words.some((word) => HATE.has(word) || KEPT.has(word)) ||
    wholes.some((whole) => PHRASES.has(whole))
  ) {
    return 'NAME_OFFENSIVE'
  }
  const isStaff = (word: string): boolean => STAFF.has(word) || (of === 'player' && NAMES.has(word))
  if (of !== 'ours' && (holds(wholes, STAFF_INSIDE) || words.some(isStaff))) return 'NAME_STAFF'
  return isOneScript(name) ? undefined : 'NAME_MIXED_SCRIPTS'
}
