import { createRequire } from 'node:module'
import { plainText } from '../web/contact-readings.js'
import type { Reason } from '../web/reasons.js'
import { isOneScript } from './scripts.js'
import { skeletonOf } from './skeleton.js'
import { HARMLESS, HATE_WITHIN, HATE_WORDS, STAFF_NAMES, STAFF_WITHIN, STAFF_WORDS } from './words.js'

/** Languages of the kept list: those that most visitors of such sites speak. */
const LANGUAGES = ['en', 'es', 'pt', 'de', 'fr', 'it', 'pl', 'ru', 'tr', 'ar'] as const
/** The package has no types. */
const naughty = createRequire(import.meta.url)('naughty-words') as Readonly<Record<(typeof LANGUAGES)[number], readonly string[]>>
/** On the kept list, and harmless among adults, or everyday words of another language. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['sexy', 'sex', 'sexual', 'sexually', 'erotic', 'kinky', 'bondage', 'domination', 'dominatrix', 'nude', 'nudity', 'playboy', 'topless', 'horny', 'eunuch', 'fetish', 'lust'],
  ...['bunny', 'pony', 'rosa', 'mini', 'amore', 'cazzo' + 'la', 'fica' + 'ria', 'sado', 'vibrator', 'voyeur', 'butt', 'barenaked', 'spunky', 'santorum', 'tied', 'gros', 'salami'],
])

/** Digits and signs that stand for letters. */
const LEET: readonly Readonly<Record<string, string>>[] = [
  { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'i' },
  { 0: 'o', 1: 'l', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'i' },
  {},
]
const MARKS = /\p{M}/gu
const NO_LETTER = /[^\p{L}]/gu
const REPEATED = /(.)\1{2,}/gu
const GAPS = /[^\p{L}\p{N}@$!]+|(?<=\p{Ll})(?=\p{Lu})/u

const bare = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase()
const readAs = (text: string, leet: Readonly<Record<string, string>>): string =>
  text.replace(/[\d@$!]/g, (sign) => leet[sign] ?? '').replace(NO_LETTER, '').replace(REPEATED, '$1$1')
const once = (text: string): string => text.replace(/(.)\1+/gu, '$1')

const KEPT: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => naughty[language].map(bare)).filter(
    (word) => !ALLOWED.has(word) && word.length > 2 && !/\s/.test(word),
  ),
)
const PHRASES: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => naughty[language].map(bare)).filter((word) => /\s/.test(word)).map((word) => word.replace(NO_LETTER, '')),
)

interface Readings {
  readonly wholes: readonly string[]
  readonly words: readonly string[]
}

/** As its own script has it, as it looks, and as contact details are read. */
function readingsOf(name: string): Readings {
  const parts = name.split(GAPS).filter((part) => part !== '')
  const views = [bare, (text: string) => bare(skeletonOf(text)), (text: string) => bare(plainText(text).text)]
  const wholes = new Set<string>()
  const words = new Set<string>()
  for (const leet of LEET) {
    for (const view of views) {
      const whole = readAs(view(name), leet)
      // "l" for "i", and letters said twice.
      wholes.add(whole).add(once(whole)).add(whole.replaceAll('l', 'i'))
      // A number of its own is no word.
      for (const part of parts) if (!/^\p{N}+$/u.test(part)) words.add(readAs(view(part), leet))
      // "f u c k", "m.o.d"
      if (parts.length > 1 && parts.every((part) => [...part].length <= 2)) words.add(whole)
      if (parts.length === 1) words.add(whole)
    }
  }
  for (const part of parts) words.add(bare(part))
  return { wholes: [...wholes], words: [...words] }
}

const holds = (wholes: readonly string[], within: readonly string[]): boolean =>
  wholes.some((whole) => {
    const rest = HARMLESS.reduce((text, harmless) => text.replaceAll(harmless, ' '), whole)
    return within.some((word) => rest.includes(word))
  })

const STAFF = new Set(STAFF_WORDS)
const NAMES = new Set(STAFF_NAMES)
const HATE = new Set(HATE_WORDS)

export type NameFault = Extract<Reason, 'NAME_MIXED_SCRIPTS' | 'NAME_STAFF' | 'NAME_OFFENSIVE'>

/** What is wrong with the letters and words of a name that `readName` has returned. `of`: a room may be hosted and judged. */
export function nameFault(name: string, of: 'player' | 'room'): NameFault | undefined {
  const { wholes, words } = readingsOf(name)
  if (holds(wholes, HATE_WITHIN) || words.some((word) => HATE.has(word) || KEPT.has(word)) || wholes.some((whole) => PHRASES.has(whole))) {
    return 'NAME_OFFENSIVE'
  }
  const isStaff = (word: string): boolean => STAFF.has(word) || (of === 'player' && NAMES.has(word))
  if (holds(wholes, STAFF_WITHIN) || words.some(isStaff)) return 'NAME_STAFF'
  return isOneScript(name) ? undefined : 'NAME_MIXED_SCRIPTS'
}
