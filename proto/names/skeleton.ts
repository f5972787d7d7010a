/** Skeletons of names (UTS #39), without case. */

import { CONFUSABLES } from './unicode/confusables.js'

const character = (code: string): string => String.fromCodePoint(Number.parseInt(code, 36))

const readPrototypes = (): ReadonlyMap<string, string> =>
  new Map(
    CONFUSABLES.trim()
      .split(/[,\n]/)
      .map((entry) => {
        const [from = '', ...to] = entry.split(' ')
        return [character(from), to.map(character).join('')]
      }),
  )
// Read for the first name: most processes see none.
let prototypes: ReadonlyMap<string, string> | undefined
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** Maps characters to prototypes (UTS #39, section 4), keeping case. */
function prototypesOf(text: string): string {
  const known = (prototypes ??= readPrototypes())
  return [...text.normalize('NFD').replace(UNSEEN, '')]
    .map((from) => known.get(from) ?? from)
    .join('')
    .normalize('NFD')
}

/** Letters that look like Latin capitals, as in "тот". */
const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ᴀ: 'a',
    ʙ: 'b',
    ᴅ: 'd',
    ᴇ: 'e',
    ꜰ: 'f',
    ɢ: 'g',
    ʜ: 'h',
    ᴊ: 'j',
    ᴋ: 'k',
    ĸ: 'k',
    ʟ: 'l',
    ᴍ: 'm',
    ɴ: 'n',
    ᴘ: 'p',
    ʀ: 'r',
    ꜱ: 's',
    ᴛ: 't',
    ʏ: 'y',
  }),
)

/** Names of one skeleton look alike. Stored with accounts. */
export const skeletonOf = (name: string): string =>
  [...prototypesOf(prototypesOf(name.normalize('NFKC')).toLowerCase())]
    .map((letter) => SMALL_CAPITALS.get(letter) ?? letter)
    .join('')
    .replace(/\s/g, '')
    // The prototype of "m" is "rn".
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
