import { withoutIdentifiers } from './contact-ids.js'
import { mayName, namesIn, namesPlatform, type Part } from './contact-names.js'
import {
  hasSpacedLetters,
  hasSpelledSigns,
  joinedLetters,
  plainText,
  type Reading,
  spelledSigns,
  writtenAt,
} from './contact-readings.js'
import {
  calling,
  endings,
  every,
  mailHosts,
  numberValues,
  numberWords,
  streets,
  streetsBefore,
  TALK,
  wordyEndings,
} from './contact-words.js'

/** Contact guard (safety design W12): finds contact details and links, also disguised, in every chat message. */

export const CONTACT_KINDS = ['link', 'email', 'phone', 'address', 'handle'] as const
/** Name for what a contact detail is, as metrics count it. */
export type ContactKind = (typeof CONTACT_KINDS)[number]

/** Contact detail found in a text. */
export interface Contact {
  readonly kind: ContactKind
  /** UTF-16 positions; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

/** Chat message with details covered. */
export interface CoveredText {
  readonly covered: string
  /** Shows contact details, but never links. */
  readonly original: string
  readonly kinds: readonly ContactKind[]
}

/** Finds contact details in order, without overlaps. */
export function contactIn(text: string): readonly Contact[] {
  const plain = plainText(text)
  if (!mayHaveContact(plain.text)) return NONE
  const found = findIn(plain)
  if (hasSpacedLetters(plain.text)) found.push(...findIn(joinedLetters(plain)))
  if (namesPlatform(plain.text) && hasSpelledSigns(plain.text)) found.push(...findIn(spelledSigns(plain)))
  return found.length === 0 ? NONE : withoutOverlaps(found)
}

/** Finds contact details in a room name, where one short bare number may be anything unless the name says to call it. */
export function contactInRoomName(name: string): readonly Contact[] {
  const found = contactIn(name)
  const [only] = found
  const isNumber = found.length === 1 && only?.kind === 'phone' && BARE_NUMBER.test(name.slice(only.from, only.to))
  return isNumber && !saysToCall(name) ? NONE : found
}

function saysToCall(name: string): boolean {
  const plain = plainText(name)
  const readings = hasSpacedLetters(plain.text) ? [plain, joinedLetters(plain)] : [plain]
  return calling.test(name) || readings.some(({ text }) => calling.test(text) || mayName(text))
}

/** Returns undefined without contact details. */
export function coverContacts(text: string): CoveredText | undefined {
  const contacts = contactIn(text)
  if (contacts.length === 0) return undefined
  return {
    covered: masked(text, contacts),
    original: masked(
      text,
      contacts.filter(({ kind }) => kind === 'link'),
    ),
    kinds: [...new Set(contacts.map(({ kind }) => kind))],
  }
}

const COVER = '•••'

const masked = (text: string, contacts: readonly Contact[]): string =>
  contacts.reduceRight((left, { from, to }) => `${left.slice(0, from)}${COVER}${left.slice(to)}`, text)

// Links and e-mail.
const label = '[a-z0-9][a-z0-9-]{0,62}'
const spelledDot = '(?:d[o0]t|punkt|punto|point)'
const boxed = (sign: string): string => String.raw` ?[([{<] ?${sign} ?[)\]}>] ?`
const dot = String.raw`(?:\.| \. | ?\. ?(?=c[o0]m\b)|,(?=c[o0]m\b)|${boxed(String.raw`(?:dot|\.)`)}| ${spelledDot} )`
const at = String.raw`(?:@| @ |${boxed('(?:at?|@)')}| (?:at|@t|arroba|arobase) )`
const path = String.raw`(?:(?: ?\/ ?| slash )\S*)?`
const local = String.raw`(?<![\w.+-])[a-z0-9][\w.+-]{0,63}`
const host = `(?:${label}${dot}){1,6}`
const ending = String.raw`(?:${endings}|${wordyEndings})\b(?![.]?[a-z0-9])`

const LINKS = [
  /\b[a-z][a-z0-9+.-]{1,10}:\/\/\S+/g,
  /\bwww ?[.] ?\S+/g,
  every(String.raw`\bwww (?:${label}[ .]){1,3}${ending}`),
  every(String.raw`\b${host}${ending}${path}`),
  // Shorteners and profile pages.
  every(
    String.raw`\b(?:t${dot}me|wa${dot}me|youtu${dot}be|is${dot}gd|cash${dot}me|m${dot}me|paypal${dot}me|about${dot}me|linktr${dot}ee)\b${path}`,
  ),
  every(
    String.raw`\b(?:discord|dc|twitch|instagram|insta|snapchat|onlyfans|fansly|t|wa) (?:gg|tv|c[o0]m|me)(?: ?\/ ?| slash )\S+`,
  ),
  every(String.raw`\b(?:${label}\.){1,6}[a-z]{2,}\/[\w@?=&%~+-]+\S*`),
]

const SURE_ENDING = /^(?:c[o0]m|net|org)$/
const SPOKEN_DOT = new RegExp(` ${spelledDot} `)

const EMAILS = [
  every(`${local}(?:@| @ )${label}(?:${dot}${label}){1,6}`),
  every(String.raw`${local}${at}${label}(?: ${spelledDot} |${boxed(String.raw`(?:dot|\.)`)})(?:${endings}|es|it|me)\b`),
  every(String.raw`${local}(?: dot [a-z0-9]+){0,3}${at}${mailHosts}\b(?:${dot}[a-z]{2,})?`),
]

// Numbers to call.
const digit = String.raw`(?:\d|${numberWords}|(?<=[\do][ .-]?)o(?=[ .-]?[\do])|\boh\b|(?<=\d)oh(?=\d)|double|triple)`
const PHONE_DIGITS = 7
const LONG_PHONE_DIGITS = 9
/** Too short for a whole number in nearly all countries, unless one 0 starts it. */
const BARE_NUMBER = new RegExp(String.raw`^(?!0[1-9])\d{${PHONE_DIGITS}}$`)
const NUMBERS = every(String.raw`(?:\+ ?)?\(?${digit}(?:[\s,.()/_*~|-]{0,3}${digit}){${PHONE_DIGITS - 1},}`)
const UNITS = every(digit)
const DATES = /(?<!\d[./-])\b(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2})\b(?![./-]\d)/g
const THOUSANDS = /^\d{1,3}(?:[.,]\d{3})+$/
const ROUND = /^\d{1,3}0{5,}$/
const VERSION = /^\d+\.\d\.\d+(?:\.\d+)?$|^\d+\.\d+\.\d(?:\.\d+)?$/
/** Decimal numbers, such as pi. */
const DECIMALS = /^\d{1,2}[.,]\d{1,8}(?:[ ,/-]{1,3}\d{1,2}[.,]\d{1,8})*$/
const LONG_ID = /^\d{13,}$/
const YEAR = /^(?:19|20)\d\d$/

/** False for dates, years, round numbers, versions, scores and counting. */
function isPhone(run: string): boolean {
  const written = run.replace(DATES, ' ').trim()
  const units = written.match(UNITS) ?? []
  if (units.length < PHONE_DIGITS || isCounting(units)) return false
  if (/^\(?0\d|^\+/.test(written)) return true
  if ([THOUSANDS, ROUND, VERSION, DECIMALS, LONG_ID].some((form) => form.test(written))) return false
  const groups = written.replace(UNITS, (unit) => (/^\d$/.test(unit) ? unit : '1')).match(/\d+/g) ?? []
  if (groups.length > 1 && (groups.every((group) => YEAR.test(group)) || groups.every((group) => /\d0$/.test(group))))
    return false
  const longest = Math.max(...groups.map(({ length }) => length))
  if (longest === 3) return units.length >= LONG_PHONE_DIGITS
  return longest === 1 || (longest > 3 && (groups.length < 3 || units.length >= LONG_PHONE_DIGITS))
}

/** True for counting and repeated votes. */
function isCounting(units: readonly string[]): boolean {
  const values = units.map((unit) => numberValues.get(unit) ?? Number(unit))
  const isStep = (by: number): boolean =>
    values.slice(1, 8).every((value, index) => value - (values[index] ?? 0) === by)
  return isStep(1) || isStep(-1) || new Set(values).size <= 3
}

const noPlace = '(?!(?:min|mins|minutes?|hours?|h|days?|miles?|km|of|in|on|the|to|my|from|a) )'
const ADDRESSES = [
  every(String.raw`\b\d{1,5}[a-z]?,? (?:${noPlace}[a-z0-9'-]+ ){1,3}(?:${streets})\b`),
  every(String.raw`\b\d{1,5}[a-z]?,? (?:${streetsBefore}) (?!the )(?:(?:de|du|des|la|les) ){0,2}[a-z']{2,}`),
  every(String.raw`\b(?:${streetsBefore}) (?:[a-z']+ ){1,4}\d{1,4}\b`),
  every(String.raw`\b[a-z]+(?:strasse|stra ?ße|straße|str\.?|weg|gasse|platz) \d{1,4}[a-z]?\b`),
  /\bp\.?o\.? ?box \d{2,}/g,
  // Latitude and longitude.
  /-?\b\d{1,2}\.\d{4,8}, ?-?\d{1,3}\.\d{4,8}\b/g,
]

const whole = ({ index, 0: run }: RegExpExecArray): Part => ({ from: index, to: index + run.length })

/** Rejects "ok.me too" and "the dot com bubble". */
function link({ index, 0: run }: RegExpExecArray): Part | undefined {
  const { length, 0: first = '', [length - 1]: last = '' } = run.split(/\W+/)
  if (TALK.has(first) && (length === 2 ? !SURE_ENDING.test(last) : length === 3 && SPOKEN_DOT.test(run)))
    return undefined
  let to = run.length
  while (to > 1 && '.,!?)]\'"'.includes(run[to - 1] ?? '')) to -= 1
  return { from: index, to: index + to }
}

/** Rejects "i work at yahoo". */
const email = (match: RegExpExecArray): Part | undefined =>
  / at /.test(match[0]) && !/[.@]/.test(match[0]) && TALK.has(match[0].split(' ')[0] ?? '') ? undefined : whole(match)

const phone = (match: RegExpExecArray): Part | undefined =>
  isPhone(match[0]) && !isInId(match) ? whole(match) : undefined

const LETTERS_AND_DIGITS = /[a-z](?=\d)|\d(?=[a-z])/g
const ID_CHANGES = 3

/** Identifiers mix letters and digits. */
function isInId({ index, 0: run, input }: RegExpExecArray): boolean {
  if (!/^\d+$/.test(run)) return false
  const [before = ''] = /[a-z0-9_-]*$/.exec(input.slice(0, index)) ?? []
  const [after = ''] = /^[a-z0-9_-]*/.exec(input.slice(index + run.length)) ?? []
  return (`${before}${run}${after}`.match(LETTERS_AND_DIGITS)?.length ?? 0) >= ID_CHANGES
}

/** A dot before a space ends a sentence. */
const linked = String.raw`\.(?:(?<=[a-z0-9].)[a-z]| ?c[o0]m|(?<=\w .) )|\/|[([{<] ?\.`
const mailed = String.raw`@|[([{<] ?a(?:t|[)\]}>])`
const LINKED = new RegExp(linked)
const MAILED = new RegExp(mailed)
const SIGNED = new RegExp(`${linked}|${mailed}|#`)
const SPELLED = new RegExp(String.raw`d[o0]t|punkt|punto|point|www| slash |arroba|arobase| at ${mailHosts}|,c[o0]m`)
const MANY_DIGITS = new RegExp(String.raw`\d(?:\D*\d){${PHONE_DIGITS - 1}}`)
const NUMBER_WORDS = new RegExp(String.raw`(?:${numberWords})\W{0,3}(?:oh|\d|double|${numberWords})`)
const DIGIT = /\d/
const PLACED = new RegExp(String.raw`\b(?:${streets}|${streetsBefore})\b|stra|weg|gasse|platz|str\b|box |\d\.\d{4}`)

/** Settles most messages at low cost. */
const mayHaveContact = (text: string): boolean =>
  SIGNED.test(text) ||
  SPELLED.test(text) ||
  NUMBER_WORDS.test(text) ||
  (DIGIT.test(text) && (MANY_DIGITS.test(text) || PLACED.test(text))) ||
  mayName(text) ||
  hasSpacedLetters(text)

const NONE: readonly Contact[] = []

function findIn(reading: Reading): Contact[] {
  const { text } = reading
  const named = withoutIdentifiers(reading)
  const found: Contact[] = []
  const add = (kind: ContactKind, part: Part | undefined): void => {
    if (part) found.push({ kind, ...writtenAt(reading, part.from, part.to) })
  }
  const scan = (
    kind: ContactKind,
    patterns: readonly RegExp[],
    partOf: (match: RegExpExecArray) => Part | undefined = whole,
  ): void => {
    const searched = kind === 'phone' ? named.text : text
    for (const pattern of patterns) for (const match of searched.matchAll(pattern)) add(kind, partOf(match))
  }

  const spelled = SPELLED.test(text)
  if (spelled || LINKED.test(text)) scan('link', LINKS, link)
  if (spelled || MAILED.test(text)) scan('email', EMAILS, email)
  if (MANY_DIGITS.test(text) || NUMBER_WORDS.test(text)) scan('phone', [NUMBERS], phone)
  if (DIGIT.test(text) && PLACED.test(text)) scan('address', ADDRESSES)
  found.push(...namesIn(named).map((part) => ({ kind: 'handle' as const, ...part })))
  return found
}

function withoutOverlaps(found: readonly Contact[]): Contact[] {
  // The email, not its host's link.
  const inOrder = [...found].sort((one, other) => one.from - other.from || other.to - one.to)
  const apart: Contact[] = []
  for (const contact of inOrder) {
    const last = apart.at(-1)
    if (!last || contact.from >= last.to) apart.push(contact)
    else if (contact.to > last.to) {
      const kind = contact.kind === 'link' ? contact.kind : last.kind
      apart[apart.length - 1] = { kind, from: last.from, to: contact.to }
    }
  }
  return apart
}
