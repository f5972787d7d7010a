import { visibleLine } from '../web/visible-text.js'
import { isVisible } from '../web/visible.js'

/** Finds characters that are invisible, or move or cover others. */

const FLAG_OF_TAGS = '\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{5}\\u{e007f}'
const PICTURE = '\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?'
const PICTURES = new RegExp(`${FLAG_OF_TAGS}|[0-9#*]\\ufe0f?\\u20e3|${PICTURE}(?:\\u200d${PICTURE})*`, 'gu')
const VIRAMAS = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca'
/** Joiners that change letters (RFC 5892, A.1 and A.2). */
const JOINERS = new RegExp(
  `(?<=[${VIRAMAS}])[\\u200c\\u200d]|(?<=\\p{Script=Arabic}\\p{M}*)\\u200c(?=\\p{Script=Arabic})`,
  'gu',
)

const CONTROLS = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu
const SPACES = /\s+/gu
const HIDDEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Co}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]/u
/** Arabic and Thai have up to three. */
const STACKED =
  /[\p{Mn}\p{Me}]{4,}|^\p{M}|[\p{Z}\p{P}\p{S}]\p{Mn}|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{Mn}{2,}/u

/**
 * Normalizes a name: NFC, one line, single spaces, no control characters; empty if invisible. `hidden`: invisible or
 * covering characters.
 */
export function readName(given: string): { readonly name: string; readonly hidden: boolean } {
  if (!isVisible(given)) return { name: '', hidden: false }
  const shown = given.replace(SPACES, ' ').replace(CONTROLS, '').normalize('NFC').trim()
  const rest = shown.replace(PICTURES, '🙂').replace(JOINERS, '')
  return { name: visibleLine(shown), hidden: HIDDEN.test(rest) || STACKED.test(rest) }
}
