import { isVisible } from './visible.js'

const BLANKS = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}'

/** Typed text as stored: without invisible characters. */

/** England, Scotland and Wales. Other tag characters only hide text. */
const TAG_FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u
const NEVER_SHOWN = new RegExp(
  `(${TAG_FLAG.source})|[\\p{Cc}\\p{Cs}\\p{Noncharacter_Code_Point}` +
    // Directions; deprecated; annotations; tags.
    '\\u202a-\\u202e\\u206a-\\u206f\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}]',
  'gu',
)
const BREAKS = /\r\n?|[\u0085\u2028\u2029]/g
const LINE_BREAKS = /\s*\n\s*/g
/** More would cover neighbouring lines: Hebrew and Tibetan have five, flags six. */
const MARKS_MAX = 6
const STACKS = new RegExp(
  `([\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}]{${MARKS_MAX}})[\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}]+`,
  'gu',
)
/** Trailing joiners may belong to what follows; leading marks belong to nothing. */
const EDGE = `\\s\\u200b\\u2060\\u00ad${BLANKS}`
const EDGES = new RegExp(`^[${EDGE}\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}]+|[${EDGE}]+$`, 'gu')
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/**
 * Normalizes text: NFC, trimmed, without control characters, lone surrogates, direction overrides and stacked marks;
 * empty if invisible. Never refuses.
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

/** {@link visibleText} with line breaks as spaces. */
export const visibleLine = (given: string): string => visibleText(given).replace(LINE_BREAKS, ' ')
