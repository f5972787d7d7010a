import { type Reading, rewritten, writtenAt } from './contact-readings.js'
import { disguisedPlatforms, every, kindOfName, otherWords, platforms, shortNames, TALK } from './contact-words.js'

/** Names on other platforms: "my snap is ...", "... on ig", "add me ...". */

export interface Part {
  readonly from: number
  readonly to: number
}

const opening = String.raw`["'(]*`
const someName = String.raw`([@$]?[\w.][\w.-]{2,31})`
const PLATFORM = '\ue000'
const surelyNamed = `(?:${PLATFORM}|(?<![a-z])${shortNames})`
const isIt = String.raw`(?:(?:'s|s)? ?(?:is|its|it's|:|=|>|~)+ ?(?:is|:|=|@|>)? ?)`
const colon = '(?: ?(?::|=|->|>|@|~)+ ?)'
const introduction = String.raw`(?:(?:is|its|it's|im|i'm|me|add|as|at|ist|es|soy|bin|user|name)[\s:]{1,3}){0,3}`

const TOKENS = every(someName)
const PLAIN_NAMES = [
  every(String.raw`\b(?:my|our|heres|here's) ${surelyNamed}${kindOfName}${isIt}${opening}${someName}`),
  every(`${surelyNamed}${kindOfName}${colon}${opening}${someName}`),
  every(
    String.raw`\b(?:add|find|follow|hit|dm|msg|message|text|write|call|reach|pm|hmu|contact|search)(?: (?:me|us|for|up)){0,2} (?:on|at|in|via|over|through)(?: my)? ${surelyNamed}[,:;!.\s-]{1,3}${introduction}${opening}${someName}(?=\W*$)`,
  ),
  every(
    String.raw`\b(?:search for|look for|look up|search|called|known as|go by) ${someName} (?:on|in|over on) ${surelyNamed}`,
  ),
]
const DISTINCTIVE_NAMES = [
  every(
    String.raw`(?<!\w)(?:${shortNames}|(?<=(?:^|my |our |the |on ))${otherWords}|${otherWords}(?=(?! )${kindOfName} ?[:=@]| (?:id|user|name)))${kindOfName}[\s:;,=>~()"'-]{0,4}${introduction}${opening}${someName}`,
  ),
  every(
    String.raw`(?<![\w@])${someName} (?:is|on|at|in|over on|en|auf|sur)(?: my| the)? (?:${shortNames}|${otherWords})`,
  ),
  every(String.raw`\b(?:add|follow|find|dm|msg|message|text) me(?: at| as| on|:)? ${someName}`),
  every(String.raw`\b(?:user ?name|handle|nick|gamertag)(?: (?:on )?there)?${isIt}${someName}`),
]
const MARKS = /[@#]|u\//
const AT_NAMES = /(?<![\w@.])@([a-z0-9_][\w.-]{2,31})/g
const NUMBERED_NAMES = /(?<![\w#])([\w.]{2,32} ?# ?\d{4})\b(?!\d)/g
const REDDIT_NAMES = /(?<![\w/])(u\/[a-z0-9][\w-]{3,20})/g

const ORDINARY = new RegExp(
  String.raw`^(?:v?[\d.,:]+(?:st|nd|rd|th|am|pm|uhr|k|m|h|hrs?|mins?|s|secs?|x|fps|hz|p|gb|mb|cm|kg|lbs?|ft|yo|yrs?|y|er|v|l|ml|km|d)?|[mf]\d\d|\d\d[mf]|` +
    '[0-9]*(?:b4|gr8|l8r?|m8|w8|h8|str8|2nite|2day|2moro|2morrow|4ever|4u|u2|any1|some1|every1|no1|1der|mp[34]|ps[2345]|[gfbch]2[gfbch]|cam2cam|\\dv\\d)s?)$',
)
const FILE = /\.(?:gif|jpe?g|png|webp|mp[34]|js|html?)$/
const hasMarks = /^(?=.*[a-z].*[a-z])(?=.*[\d_]).{4,}$/
const hasDots = /^[a-z]{2,}(?:\.[a-z]{2,})+$/
const opensWithMark = /^[._@$][a-z]{3,}/

/** True for "lena_xo", no words, numbers or slang. */
function isDistinctive(name: string): boolean {
  if (ORDINARY.test(name) || FILE.test(name)) return false
  if (opensWithMark.test(name)) return !TALK.has(name.slice(1))
  return hasMarks.test(name) || (hasDots.test(name) && !name.split('.').some((piece) => TALK.has(piece)))
}
const ADJECTIVE_ENDING = /(?:ing|ed|ive|ful|less|ous|[ai]ble|ly)$/
const isName = (name: string): boolean =>
  isDistinctive(name) || !(TALK.has(name) || ADJECTIVE_ENDING.test(name) || ORDINARY.test(name))

const nameIf =
  (accept: (name: string, match: RegExpExecArray) => boolean) =>
  (match: RegExpExecArray): Part | undefined => {
    const { index, 0: run, 1: given = '', input } = match
    const bare = given.replace(/[.-]{1,31}$/, '')
    if (bare.length < 3 || !accept(bare, match)) return undefined
    const from = index + run.lastIndexOf(given)
    return { from: from - (input[from - 1] === '@' ? 1 : 0), to: from + bare.length }
  }

/** "@mike your turn" speaks to a player. */
const isElsewhere = (name: string, { input, index, 0: run }: RegExpExecArray): boolean =>
  isDistinctive(name) ||
  (!TALK.has(name) &&
    (/(?:^|\W)(?:i'?m|add|follow|find|dm|me|my|is|its|as|at|on|user|name) ?:? ?$/.test(
      input.slice(Math.max(0, index - 10), index),
    ) ||
      !/[a-z]/.test(input.slice(0, index) + input.slice(index + run.length))))

const NAMED = new RegExp(platforms)
const SHORTLY_NAMED = new RegExp(`(?<![a-z])${shortNames}`)
const WORD_NAMED = new RegExp(
  String.raw`(?<![a-z])(?:${otherWords}(?:(?: (?:id|user|name))? ?[:=@]| (?:id|user|name))|(?:my|our|on|the) ${otherWords})|^${otherWords} `,
)
const INTRODUCED = /(?:user ?name|handle|nick|gamertag)|(?:add|follow|find|dm|msg|message|text) me /
const DISGUISE = /[@$!|\d](?<!\d.)[a-z]|q(?!u)/
const DISGUISED = new RegExp(disguisedPlatforms)
const EVERY_PLATFORM = every(platforms)
const EVERY_DISGUISED = every(disguisedPlatforms)

const isDisguised = (text: string): boolean => DISGUISE.test(text) && DISGUISED.test(text)

export const namesPlatform = (text: string): boolean =>
  NAMED.test(text) || SHORTLY_NAMED.test(text) || isDisguised(text)

export const mayName = (text: string): boolean => namesPlatform(text) || WORD_NAMED.test(text) || INTRODUCED.test(text)

const NAME_PATTERNS = [
  ...PLAIN_NAMES.map((pattern) => ({ pattern, part: nameIf(isName) })),
  ...DISTINCTIVE_NAMES.map((pattern) => ({ pattern, part: nameIf(isDistinctive) })),
]
const TOKEN_PATTERNS = [{ pattern: TOKENS, part: nameIf(isDistinctive) }]
const SIGN_PATTERNS = [
  { pattern: AT_NAMES, part: nameIf(isElsewhere) },
  { pattern: NUMBERED_NAMES, part: nameIf((name) => !TALK.has(name.replace(/ ?#.*/, ''))) },
  { pattern: REDDIT_NAMES, part: nameIf(() => true) },
]

/** Positions in the original text. */
export function namesIn(reading: Reading): Part[] {
  const found: Part[] = []
  const scan = (patterns: typeof NAME_PATTERNS, input: Reading): void => {
    for (const { pattern, part } of patterns) {
      for (const match of input.text.matchAll(pattern)) {
        const given = part(match)
        if (given) found.push(writtenAt(input, given.from, given.to))
      }
    }
  }
  if (MARKS.test(reading.text)) scan(SIGN_PATTERNS, reading)
  if (!mayName(reading.text)) return found
  const named = rewritten(reading, isDisguised(reading.text) ? EVERY_DISGUISED : EVERY_PLATFORM, () => PLATFORM)
  scan(NAME_PATTERNS, named)
  if (named.text.includes(PLATFORM)) scan(TOKEN_PATTERNS, named)
  return found
}
