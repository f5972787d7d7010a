import { plainText } from '../web/contact-readings.js'
import { skeletonOf } from './skeleton.js'

/** Readings of a name: by script, looks, digits for letters, across gaps. */

const LEET: readonly Readonly<Record<string, string>>[] = [
  { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'i' },
  { 0: 'o', 1: 'l', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'i' },
  {},
]
const MARKS = /\p{M}/gu
const NO_LETTER = /[^\p{L}]/gu
const REPEATED = /(.)\1{2,}/gu
const GAPS = /[^\p{L}\p{N}@$!\p{M}]+|(?<=\p{Ll})(?=\p{Lu})/u
const NUMBERS = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** Removes accents and case, as in word lists. */
export const bare = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase()

export const lettersOf = (text: string): string => text.replace(NO_LETTER, '')

const once = (text: string): string => text.replace(/(.)\1+/gu, '$1')
const readAs = (text: string, leet: Readonly<Record<string, string>>): string =>
  lettersOf(text.replace(/[\d@$!]/g, (sign) => leet[sign] ?? '')).replace(REPEATED, '$1$1')
const VIEWS: readonly ((text: string) => string)[] = [
  bare,
  (text) => bare(skeletonOf(text)),
  (text) => bare(plainText(text).text),
]

/** What a name may say to a reader. */
export interface Readings {
  readonly wholes: readonly string[]
  readonly words: readonly string[]
  /** Short words joined: "te en", "t e e n". */
  readonly pieces: readonly string[]
}

export function readingsOf(name: string): Readings {
  const parts = name.split(GAPS).filter((part) => part !== '')
  const wholes = new Set<string>()
  const words = new Set<string>()
  const pieces = new Set<string>()
  const joined = joinShort(parts)
  const lettered = parts.filter((part) => !/^\p{N}+$/u.test(part))
  // "f u c k", "m.o.d"
  const isOneWord = parts.length === 1 || (parts.length > 1 && parts.every((part) => [...part].length <= 2))
  for (const view of VIEWS) {
    const [seen, seenParts, seenPieces] = [view(name), lettered.map(view), joined.map(view)]
    for (const leet of LEET) {
      const whole = readAs(seen, leet)
      // "l" for "i", and doubled letters.
      wholes.add(whole).add(once(whole)).add(whole.replaceAll('l', 'i'))
      for (const part of seenParts) words.add(readAs(part, leet))
      for (const piece of seenPieces) pieces.add(readAs(piece, leet))
      if (isOneWord) words.add(whole)
    }
  }
  for (const part of parts) {
    words.add(bare(part))
    for (const piece of part.split(NUMBERS)) words.add(bare(piece))
  }
  return { wholes: [...wholes], words: [...words], pieces: [...pieces].flatMap((piece) => [piece, once(piece)]) }
}

function joinShort(parts: readonly string[]): string[] {
  const runs: string[] = []
  let before = 0
  for (const part of parts) {
    const length = [...part].length
    const runsOn = before > 0 && (Math.min(before, length) === 1 || (before <= 2 && length <= 2))
    if (runsOn) runs[runs.length - 1] += part
    else runs.push(part)
    before = length
  }
  return [...new Set([...parts, ...runs])]
}
