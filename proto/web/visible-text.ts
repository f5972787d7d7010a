import { isVisible } from './visible.js'

const BLANKS = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}'

/** Text that people type, as it is stored: without invisible characters, and empty if nothing is visible. */

/** The flags of England, Scotland and Wales. All other tag characters only hide text. */
const TAG_FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u
const NEVER_SHOWN = new RegExp(
  // A flag is found first, and stays.
  `(${TAG_FLAG.source})|[\\p{Cc}\\p{Cs}\\p{Noncharacter_Code_Point}` +
    // Override or embed a direction; deprecated; for annotations; tags.
    '\\u202a-\\u202e\\u206a-\\u206f\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]',
  'gu',
)
const BREAKS = /\r\n?|[\u0085\u2028\u2029]/g
const LINE_BREAKS = /\s*\n\s*/g
/** More are drawn over the lines above and below. Pointed Hebrew and Tibetan have up to five, a flag has six tags. */
const MARKS_MAX = 6
const STACKS = new RegExp(
  `([\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}]{${MARKS_MAX}})[\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}]+`,
  'gu',
)
/** A joiner or selector at the end may belong to what it follows, a mark at the start belongs to nothing. */
const EDGE = `\\s\\u200b\\u2060\\u00ad${BLANKS}`
const EDGES = new RegExp(`^[${EDGE}\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}]+|[${EDGE}]+$`, 'gu')
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/**
 * Text of several lines in the form that is kept: NFC, without control characters, lone surrogates, overrides of the
 * direction and stacks of marks, trimmed. Empty if nothing is visible. Never refuses.
 */
export function visibleText(given: string): string {
  if (PLAIN.test(given)) return given
  if (!isVisible(given)) return ''
  return given
    .replace(BREAKS, '\n')
    .replaceAll('\t', ' ')
    .replace(NEVER_SHOWN, (character, flag: string | undefined) => (flag || character === '\n' ? character : ''))
    .normalize('NFC')
    .replace(STACKS, '$1')
    .replace(EDGES, '')
}

/** {@link visibleText} of one line: a line break is a space. */
export const visibleLine = (given: string): string => visibleText(given).replace(LINE_BREAKS, ' ')
