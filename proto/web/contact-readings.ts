/** Reads text without decoration, look-alikes, spacing and spelled-out signs. */

/** `at[n]`: original position of unit n, with the end last; absent: unchanged. */
export interface Reading {
  readonly text: string
  readonly at?: readonly number[]
}

const ASCII = /^[\x20-\x7e]*$/
const INVISIBLE = /[\p{M}\p{Cf}\u20e3\ufe0f]/gu
const DIGIT = /\p{Nd}/u
const SYMBOL = /[\p{So}\p{Sm}\p{Sk}\p{Co}]/u
/** Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]

const LOOKALIKES = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
    п: 'n',
    г: 'r',
    л: 'l',
    з: '3',
    α: 'a',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    ı: 'i',
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ɑ: 'a',
    ɡ: 'g',
    ᴀ: 'a',
    ʙ: 'b',
    ᴄ: 'c',
    ᴅ: 'd',
    ᴇ: 'e',
    ɢ: 'g',
    ʜ: 'h',
    ɪ: 'i',
    ᴊ: 'j',
    ᴋ: 'k',
    ʟ: 'l',
    ᴍ: 'm',
    ɴ: 'n',
    ᴏ: 'o',
    ᴘ: 'p',
    ʀ: 'r',
    ꜱ: 's',
    ᴛ: 't',
    ᴜ: 'u',
    ᴠ: 'v',
    ᴡ: 'w',
    '․': '.',
    '。': '.',
    '·': '.',
    '∙': '.',
    '’': "'",
    '→': '>',
    '➡': '>',
    '⇒': '>',
    '👻': ' snap ',
    '📸': ' insta ',
    '📷': ' insta ',
    '🐦': ' twitter ',
  }),
)

function bare(character: string): string {
  const known = LOOKALIKES.get(character)
  if (known !== undefined) return known
  const letters = character.normalize('NFKD').replace(INVISIBLE, '').toLowerCase()
  let read = ''
  for (const unit of letters) read += unit < '\x7f' ? unit : (LOOKALIKES.get(unit) ?? otherSign(unit))
  return read
}

function otherSign(unit: string): string {
  const code = unit.codePointAt(0) ?? 0
  if (DIGIT.test(unit)) return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code)).slice(-1)
  return SYMBOL.test(unit) ? ' ' : unit
}

/** Lower case, without decoration; pictures are gaps. */
export function plainText(text: string): Reading {
  if (ASCII.test(text)) return { text: text.toLowerCase() }
  let plain = ''
  const at: number[] = []
  for (let position = 0; position < text.length;) {
    const code = text.codePointAt(position) ?? 0
    const read = code < 0x7f ? (text[position] ?? '').toLowerCase() : bareOnce(code)
    plain += read
    for (let index = 0; index < read.length; index += 1) at.push(position)
    position += code > 0xffff ? 2 : 1
  }
  at.push(text.length)
  return { text: plain, at }
}

const met = new Map<number, string>()
const MET_MAX = 2000

function bareOnce(code: number): string {
  const known = met.get(code)
  if (known !== undefined) return known
  const read = bare(String.fromCodePoint(code))
  if (met.size < MET_MAX) met.set(code, read)
  return read
}

const SPACED_ONCE = /(?<![a-z0-9])[a-z](?:[ .\-_*|]{1,2}[a-z0-9](?![a-z0-9])){2,}/
const SPACED = new RegExp(SPACED_ONCE, 'g')

export const hasSpacedLetters = (text: string): boolean => SPACED_ONCE.test(text)

export const joinedLetters = (reading: Reading): Reading =>
  rewritten(reading, SPACED, (run) => run.replace(/[^a-z0-9]/g, ''))

const SIGN_WORDS = [
  'underscore',
  'underline',
  'unterstrich',
  'guion bajo',
  'tiret bas',
  'dot',
  'punkt',
  'punto',
  'point',
  'hashtag',
  'hash',
  'dash',
].join('|')
const SPELLED_ONCE = new RegExp(`(?<=[a-z0-9]) ?[([{<]? ?(?:${SIGN_WORDS})(?![a-z]) ?[)\\]}>]? ?`)
const SPELLED = new RegExp(SPELLED_ONCE, 'g')

export const hasSpelledSigns = (text: string): boolean => SPELLED_ONCE.test(text)

export const spelledSigns = (reading: Reading): Reading =>
  rewritten(reading, SPELLED, (run) =>
    /under|unter|bajo|bas/.test(run) ? '_' : /hash/.test(run) ? '#' : /dash/.test(run) ? '-' : '.',
  )

/** Replaced units keep the run's positions, others its start. */
export function rewritten({ text, at }: Reading, runs: RegExp, replaced: (run: string) => string): Reading {
  let written = ''
  const positions: number[] = []
  let from = 0
  const keep = (to: number): void => {
    written += text.slice(from, to)
    for (; from < to; from += 1) positions.push(at?.[from] ?? from)
  }
  for (const { index, 0: run } of text.matchAll(runs)) {
    keep(index)
    let offset = 0
    for (const unit of replaced(run)) {
      const there = run.indexOf(unit, offset)
      const position = index + Math.max(there, 0)
      written += unit
      positions.push(at?.[position] ?? position)
      offset = there + 1
    }
    from = index + run.length
  }
  keep(text.length)
  positions.push(at?.[text.length] ?? text.length)
  return { text: written, at: positions }
}

/** Maps a part to the original, with whole characters. */
export function writtenAt({ at }: Reading, from: number, to: number): { readonly from: number; readonly to: number } {
  if (!at) return { from, to }
  const last = at[to - 1] ?? 0
  let end = to
  while (end < at.length - 1 && (at[end] ?? 0) <= last) end += 1
  return { from: at[from] ?? 0, to: at[end] ?? last }
}
