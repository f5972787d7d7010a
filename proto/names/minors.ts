import {
  HARMLESS_MINORS,
  HARMLESS_NUMBERS,
  MINOR_NAMES,
  MINOR_NAMES_WITHIN,
  MINOR_WITHIN,
  MINOR_WORDS,
  YEARS,
} from './minor-words.js'
import { bare, lettersOf, readingsOf } from './readings.js'

/** Decides if a name may mean someone under 18. */

const AGES = { from: 10, to: 17 } as const
/** Shorter words arise across gaps: "Kate Enright". */
const ACROSS_GAPS_MIN = 7

const inForm = (words: readonly string[]): string[] => words.map((word) => lettersOf(bare(word)))
const phrases = (words: readonly string[]): RegExp =>
  new RegExp(
    `(?<!\\p{L})(?:${words.map((word) => word.replaceAll(' ', '\\s*')).join('|')})(?:['’]?s|en|berg|kamp|bok)?(?!\\p{L})`,
    'giu',
  )

const WITHIN = inForm(MINOR_WITHIN)
const LONG = WITHIN.filter((word) => [...word].length >= ACROSS_GAPS_MIN)
const NAMES_WITHIN = inForm(MINOR_NAMES_WITHIN)
const WORDS = new Set(inForm(MINOR_WORDS))
const NAMES = new Set(inForm(MINOR_NAMES))
const HARMLESS = phrases(HARMLESS_MINORS)
const HARMLESS_IN_ROOMS = phrases(HARMLESS_NUMBERS)
const STATED_AGE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:1[0-7]|${HARMLESS_NUMBERS.join('|')})[\\s-]*(?:${YEARS.map((word) => bare(word)).join('|')})(?![\\p{L}])`,
  'u',
)

/** Expects Latin digits in `name`. */
export function meansMinor(name: string, of: 'player' | 'room'): boolean {
  if (STATED_AGE.test(bare(name)) || (of === 'player' && hasAge(name))) return true
  const harmless = name.replace(HARMLESS, ' ')
  const { wholes, words, pieces } = readingsOf(of === 'player' ? harmless : harmless.replace(HARMLESS_IN_ROOMS, ' '))
  if (words.some((word) => WORDS.has(word) || (of === 'player' && NAMES.has(word)))) return true
  if (wholes.some((whole) => LONG.some((word) => whole.includes(word)))) return true
  return pieces.some(
    (piece) =>
      WITHIN.some((word) => piece.includes(word)) ||
      (of === 'player' && NAMES_WITHIN.some((word) => piece.includes(word))),
  )
}

function hasAge(name: string): boolean {
  const isAge = (text: string): boolean => Number(text) >= AGES.from && Number(text) <= AGES.to
  return [name.replace(/\D/g, ''), ...(name.match(/\d+/g) ?? [])].some(isAge)
}
