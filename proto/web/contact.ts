/**
 * The contact guard (safety design W12): contact details and links in what people write, also spelled out, spaced or
 * disguised. Pure; runs on every chat line.
 */

export const CONTACT_KINDS = ['link', 'email', 'phone', 'address', 'handle'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export interface Contact {
  readonly kind: ContactKind
  /** Positions in the text, UTF-16 units: from the first to the one after the last. */
  readonly from: number
  readonly to: number
}

export interface CoveredText {
  /** As others are shown it at first. */
  readonly covered: string
  /** With the contact details but without links, which nobody is shown. */
  readonly original: string
  readonly kinds: readonly ContactKind[]
}

/** In order, without overlaps. */
export function contactIn(text: string): readonly Contact[] {
  const plain = plainText(text)
  if (!mayHold(plain.text)) return NONE
  const joined = joinedLetters(plain)
  const found = [...findIn(plain), ...(joined ? findIn(joined) : [])]
  return found.length === 0 ? found : withoutOverlaps(found)
}

/** Undefined where there is nothing to cover. */
export function coverContacts(text: string): CoveredText | undefined {
  const contacts = contactIn(text)
  if (contacts.length === 0) return undefined
  return {
    covered: masked(text, contacts),
    original: masked(text, contacts.filter(({ kind }) => kind === 'link')),
    kinds: [...new Set(contacts.map(({ kind }) => kind))],
  }
}

const COVER = '•••'

const masked = (text: string, contacts: readonly Contact[]): string =>
  contacts.reduceRight((left, { from, to }) => `${left.slice(0, from)}${COVER}${left.slice(to)}`, text)

/** A reading of the text; `at[n]` is where its nth unit stands in what was written, with the end as its last entry. */
interface Reading {
  readonly text: string
  readonly at?: readonly number[]
}

const ASCII = /^[\x20-\x7e]*$/
/** Marks, joiners and variation selectors, which hide or decorate letters. */
const INVISIBLE = /[\p{M}\p{Cf}\u20e3\ufe0f]/gu
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', м: 'm', о: 'o', р: 'p', ѕ: 's', т: 't', у: 'y', х: 'x', п: 'n', г: 'r', л: 'l', з: '3' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', ı: 'i', '․': '.', '。': '.', '·': '.', '’': "'", '∙': '.' },
}

/** Lower case, without decoration and look-alikes. */
function plainText(text: string): Reading {
  if (ASCII.test(text)) return { text: text.toLowerCase() }
  let plain = ''
  const at: number[] = []
  let position = 0
  for (const character of text) {
    const bare = character.normalize('NFKD').replace(INVISIBLE, '').toLowerCase()
    for (const unit of bare) {
      const read = LOOKALIKES[unit] ?? unit
      plain += read
      for (let index = 0; index < read.length; index += 1) at.push(position)
    }
    position += character.length
  }
  return { text: plain, at: [...at, text.length] }
}

/** Letters that stand alone one after another: "k i k", "s.n.a.p". */
const SPACED_ONCE = /(?<![a-z0-9])[a-z](?:[ .\-_*|]{1,2}[a-z0-9](?![a-z0-9])){2,}/
const SPACED = new RegExp(SPACED_ONCE, 'g')

/** The text with spaced letters joined; undefined where there are none. */
function joinedLetters({ text, at }: Reading): Reading | undefined {
  if (!SPACED_ONCE.test(text)) return undefined
  const spaced = text.matchAll(SPACED)
  let joined = ''
  const positions: number[] = []
  let from = 0
  const take = (to: number, keep: (unit: string) => boolean): void => {
    for (; from < to; from += 1) {
      const unit = text[from] ?? ''
      if (!keep(unit)) continue
      joined += unit
      positions.push(at?.[from] ?? from)
    }
  }
  for (const { index, 0: run } of spaced) {
    take(index, () => true)
    take(index + run.length, (unit) => /[a-z0-9]/.test(unit))
  }
  take(text.length, () => true)
  return { text: joined, at: [...positions, at?.[text.length] ?? text.length] }
}

const platformNames = [
  ...['sn[a4@]p(?:ch[a4@]t)?', '[i1!]n[s5$]t[a4@](?:gr[a4@]m)?', 'd[i1!]sc[o0]rd', 'k[i1!]k', 't[e3]l[e3]gr[a4@]m', 'wh[a4@]ts ?[a4@]pp'],
  ...['skype', 'twitter', 'tik ?tok', 'facebook', 'messenger', 'wechat', 'viber', '[o0]nly ?f[a4@]ns', 'fansly', 'reddit', 'twitch'],
  ...['cash ?app', 'venmo', 'paypal', 'threema', 'tumblr', 'bluesky', 'linktree', 'wickr'],
].join('|')
/** These need a sign such as "my ... is" or a colon. */
const shortNames = ['ig', 'sc', 'tg', 'fb', 'wa', 'disc', 'tele'].join('|')
/** Words of other meanings, too: these need a name that is no word besides. */
const words = ['signal', 'steam', 'line', 'session', 'threads', 'x', 'of'].join('|')
const surelyNamed = `(?:${platformNames}|${shortNames})`
const anyName = `(?:${platformNames}|${shortNames}|${words})`

const digitWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

const NAMED = new RegExp(`(?<![a-z])(?:${platformNames}|(?:${shortNames})(?![a-z])|(?:my|our|on|in|at) (?:${words})(?![a-z]))`)
const NUMBER_WORDS = new RegExp(`(?:${digitWords.join('|')})\\W{0,3}(?:oh|\\d|${digitWords.join('|')})`)

/** Endings that are hardly ever the first word of a sentence written without a space. */
const endings =
  'com|net|org|info|biz|io|gg|tv|xyz|app|dev|co|uk|de|fr|ru|nl|eu|ly|ee|cc|cam|chat|club|live|link|site|online|fans|porn|sex|xxx|vip|ai|ca|au|jp|br|es|pl|se|ch|cz|pt|mx|shop|store|page|bio|pro|space|website|gd|ph'
const dot = String.raw`(?:\.| \. | ?[([{] ?(?:dot|\.) ?[)\]}] ?| (?:dot|d0t|punkt|point) )`
const at = String.raw`(?:@| @ | ?[([{] ?(?:at|@) ?[)\]}] ?| at )`
const label = '[a-z0-9][a-z0-9-]*'
const path = String.raw`(?: ?\/ ?[^\s]*)?`
const mailHosts = '(?:gmail|googlemail|hotmail|outlook|yahoo|proton(?:mail)?|icloud|gmx|aol|tutanota|mail)'

const LINKS = [
  /\b[a-z][a-z0-9+.-]{1,10}:\/\/\S+/g,
  /\bwww ?[.] ?\S+/g,
  new RegExp(`\\b(?:${label}${dot})+(?:${endings})\\b(?![.]?[a-z0-9])${path}`, 'g'),
  // Shorteners and profile pages whose endings are words as well.
  new RegExp(String.raw`\b(?:t${dot}me|wa${dot}me|youtu${dot}be|is${dot}gd|cash${dot}me|m${dot}me|paypal${dot}me|about${dot}me|linktr${dot}ee)\b(?: ?\/ ?\S*)?`, 'g'),
  new RegExp(`\\b(?:${label}\\.)+[a-z]{2,}\\/[\\w@?=&%~+-]+\\S*`, 'g'),
]

const EMAILS = [
  new RegExp(`[a-z0-9][\\w.+-]*(?:@| @ )${label}(?:${dot}${label})+`, 'g'),
  new RegExp(`[a-z0-9][\\w.+-]*${at}${label}(?: (?:dot|d0t|punkt) | ?[([{] ?(?:dot|\\.) ?[)\\]}] ?)[a-z]{2,}`, 'g'),
  new RegExp(`[a-z0-9][\\w.+-]*(?: dot [a-z0-9]+)*${at}${mailHosts}\\b(?:${dot}[a-z]{2,})?`, 'g'),
]

const digit = `(?:\\d|${digitWords.join('|')}|(?<=\\d[ .-]?)o(?=[ .-]?\\d)|\\boh\\b|double|triple)`
const PHONE_DIGITS = 7
const NUMBERS = new RegExp(`(?:\\+ ?)?\\(?${digit}(?:[\\s.()/_*-]{0,3}${digit}){${PHONE_DIGITS - 1},}`, 'g')
const WORD_OR_DIGIT = new RegExp(digit, 'g')
const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})$/

/** Not dates, round numbers, thousands, scores or somebody who counts. */
function isPhone(run: string): boolean {
  const written = run.trim()
  const units = written.match(WORD_OR_DIGIT) ?? []
  if (units.length > 17 || DATE.test(written)) return false
  const groups = written.replace(WORD_OR_DIGIT, '0').match(/0+/g) ?? []
  if (/^\d0{5,}$/.test(written) || /^\d{1,3}(?:[.]\d{3})+$/.test(written)) return false
  if (isCounting(units)) return false
  const longest = Math.max(...groups.map(({ length }) => length))
  if (longest >= 3) return true
  if (longest === 1) return true
  return /^[+(]?0/.test(written) || written.startsWith('+')
}

function isCounting(units: readonly string[]): boolean {
  const values = units.map((unit) => (digitWords.includes(unit) ? digitWords.indexOf(unit) : Number(unit)))
  const isStep = (by: number): boolean => values.slice(1, 8).every((value, index) => value - (values[index] ?? 0) === by)
  return isStep(1) || isStep(-1) || new Set(values).size === 1
}

const STREETS = /street|road|avenue|lane|drive|boulevard|blvd|ave|rd|square|terrace|court|stra|weg|gasse|platz|str\./
const ADDRESS = new RegExp(
  String.raw`\b\d{1,5}[a-z]?,? (?:[a-z'-]+ ){1,3}(?:street|road|avenue|lane|drive|boulevard|blvd|ave|rd|square|terrace|court)\b|` +
    String.raw`\b[a-z]+(?:strasse|stra ?ße|straße|str\.|weg|gasse|platz) \d{1,4}[a-z]?\b`,
  'g',
)

const linkWord = String.raw`(?:(?:'s|s)? ?(?:is|its|it's|:|=|=>|->|-|–|~)+ ?(?:is|:|=|@)? ?)`
const kindOfName = String.raw`(?: ?(?:user ?name|username|user|name|handle|id|acc(?:ount)?|nick|tag))?`
const handle = String.raw`["'(@]*([a-z0-9_][\w.-]{2,31})`
const tellingHandle = String.raw`["'(@]*((?=[\w.-]*[\d_.])[a-z0-9_][\w.-]{1,30}[\w])`

const SIGNS = [
  // Not "@ 8" or "@ midnight".
  /(?<![\w@.])@((?=[\w.]*[a-z])[a-z0-9_][\w.]{2,31})/g,
  /(?<![\w#])([\w.]{2,32} ?# ?\d{4})\b(?!\d)/g,
]

const NAMES = [
  new RegExp(String.raw`\b(?:my|our|here'?s my|heres|name on|user on) ${surelyNamed}${kindOfName}${linkWord}${handle}`, 'g'),
  new RegExp(String.raw`\b(?:my|our) (?:${words})${kindOfName}${linkWord}${tellingHandle}`, 'g'),
  new RegExp(String.raw`(?<![a-z])(?:${platformNames})${kindOfName} ?(?:is|:|=|=>|->|@|~)+ ?(?:is )?${handle}`, 'g'),
  new RegExp(String.raw`(?<![a-z])(?:${shortNames})${kindOfName} ?(?::|=|=>|->|@)+ ?${handle}`, 'g'),
  new RegExp(
    String.raw`\b(?:add|find|follow|hit|dm|msg|message|text|write|call|reach|pm|hmu|contact|search)(?: (?:me|us|for|up)){0,2} (?:on|at|in|via|over|through)(?: my)? ${anyName}[,:;!.\s-]{1,3}(?:as |i'?m |its |it's |under |name |user(?:name)? |called )?(?:is |: ?)?${handle}`,
    'g',
  ),
  new RegExp(String.raw`\b(?:add|follow|find|here'?s|heres) (?:my|our) ${surelyNamed}[,:;!.\s-]{1,3}(?:is |it'?s |as |called )?${handle}`, 'g'),
  new RegExp(String.raw`(?<![a-z])(?:${platformNames}) ${tellingHandle}`, 'g'),
  new RegExp(String.raw`(?<![\w])${tellingHandle} (?:on|at|in) ${anyName}\b`, 'g'),
  new RegExp(String.raw`\b(?:i'?m|i am|it'?s|name is|called|go by|known as|search for|look for|look up|find) ${handle} (?:on|in|over on) ${anyName}\b`, 'g'),
]

/** What follows a platform's name in talk about it. */
const NO_HANDLES: ReadonlySet<string> = new Set(
  (
    'the and for you your are not now too lol haha please pls later tonight today tomorrow anymore here there with that this then than ' +
    'down broken full private banned gone off open closed dead better worse best fun funny boring cool great good bad nice trash toxic ' +
    'okay fine weird dumb stupid amazing terrible slow fast free just like what when where why who how yes yeah nope nah really only ' +
    'still always never sometimes maybe because but its it\'s also all any some more most much many was were been being have has had ' +
    'will would can could should does did doing get got getting going gonna want need know think love hate miss use used using see saw ' +
    'say said tell told ask asked make made new old same other another working work acting loading crashing laggy blowing full-on ' +
    'everyone everybody someone nobody anyone people guys man dude bro right wrong sure so-so if or as at in on to of by is be do'
  ).split(' '),
)

type Part = Pick<Contact, 'from' | 'to'>

const whole = ({ index, 0: run }: RegExpExecArray): Part => ({ from: index, to: index + run.length })

const withoutEnd = ({ index, 0: run }: RegExpExecArray): Part => ({ from: index, to: index + run.replace(/[.,!?)\]'"]+$/, '').length })

const phone = (match: RegExpExecArray): Part | undefined => (isPhone(match[0]) ? whole(match) : undefined)

/** The first group, unless it is a word of talk about the platform. */
function name({ index, 0: run, 1: given = '', input }: RegExpExecArray): Part | undefined {
  const bare = given.replace(/[.\-_]+$/, '')
  if (bare.length < 3 || NO_HANDLES.has(bare)) return undefined
  const start = index + run.lastIndexOf(given)
  return { from: start - (input[start - 1] === '@' ? 1 : 0), to: start + bare.length }
}

function digitsIn(text: string): number {
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 48 && unit <= 57) digits += 1
  }
  return digits
}

const DOTS = /[./]|d[o0]t|punkt|point/
const ATS = /@| at |[([{] ?at/
const MARKS = /[@#]/
const hasNumber = (text: string): boolean => digitsIn(text) >= PHONE_DIGITS || NUMBER_WORDS.test(text)
const hasStreet = (text: string): boolean => STREETS.test(text) && /\d/.test(text)

/** Most lines are done with these questions. */
const mayHold = (text: string): boolean =>
  DOTS.test(text) || MARKS.test(text) || NAMED.test(text) || ATS.test(text) || hasNumber(text) || hasStreet(text) || SPACED_ONCE.test(text)

const NONE: readonly Contact[] = []

function findIn({ text, at: positions }: Reading): Contact[] {
  const found: Contact[] = []
  const scan = (kind: ContactKind, patterns: readonly RegExp[], partOf: (match: RegExpExecArray) => Part | undefined = whole): void => {
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        const part = partOf(match)
        if (part) found.push({ kind, from: positions?.[part.from] ?? part.from, to: positions?.[part.to] ?? part.to })
      }
    }
  }

  if (DOTS.test(text)) scan('link', LINKS, withoutEnd)
  if (ATS.test(text)) scan('email', EMAILS)
  if (hasNumber(text)) scan('phone', [NUMBERS], phone)
  if (hasStreet(text)) scan('address', [ADDRESS])
  if (MARKS.test(text)) scan('handle', SIGNS, name)
  if (NAMED.test(text)) scan('handle', NAMES, name)
  return found
}

function withoutOverlaps(found: readonly Contact[]): Contact[] {
  // Of two that begin together the longer counts: an email is not the link that its host would be.
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
