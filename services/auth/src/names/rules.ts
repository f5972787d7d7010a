import { digitsAsOurs, nameFault, readName } from '@kla/proto/names'
import {
  characterCount,
  contactIn,
  EARLY_NAMES_PER_YEAR,
  PLAYER_NAME_KEPT_DAYS,
  PLAYER_NAME_MAX,
  PLAYER_NAME_MIN,
  type ShownAsName,
} from '@kla/proto/web'

/** Letters of any script; variants (NFKC) count. */
const SHAPE = /^(?:[\p{L}\p{Nd}]\p{M}*)+(?: (?:[\p{L}\p{Nd}]\p{M}*)+)*$/u
const LETTERS_MIN = 2
/** Longer numbers could be contact details. */
const DIGITS_MAX = 3

const CONTACT_WITHIN = [
  ...[
    'snap',
    'insta',
    'telegram',
    'whatsapp',
    'onlyfans',
    'discord',
    'tiktok',
    'skype',
    'twitter',
    'facebook',
    'reddit',
    'gmail',
  ],
  ...['http', 'www', 'dotcom'],
]
/** Whole words only: harmless words contain them. */
const CONTACT_WORDS: ReadonlySet<string> = new Set([
  'kik',
  'wickr',
  'cashapp',
  'paypal',
  'signal',
  'com',
  'net',
  'org',
  'ig',
  'sc',
  'dm',
])

/** Letters for digits; 1 has two readings. */
const READINGS: readonly Readonly<Record<string, string>>[] = [
  { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  { 0: 'o', 1: 'l', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  {},
]

const readAs = (text: string, reading: Readonly<Record<string, string>>): string =>
  text
    .toLowerCase()
    .replace(/\d/g, (digit) => reading[digit] ?? '')
    .replace(/[^a-z]/g, '')
    .replace(/(.)\1{2,}/g, '$1$1')

/** Folds as the database does: names that read alike are equal. */
export const foldName = (name: string): string => name.toLowerCase().replaceAll(' ', '')

/** Handle, display name and e-mail at the provider. */
export type OwnNames = readonly string[]

export const ownNamesOf = ({
  username,
  globalName,
}: {
  readonly username: string
  readonly globalName: string
}): OwnNames => [username, globalName]

/** Reason why a name is not allowed. */
export type NameFaults =
  | ReturnType<typeof nameFault>
  | 'NAME_INVALID'
  | 'NAME_INVISIBLE'
  | 'NAME_CONFUSABLE'
  | 'NAME_CONTACT'
  | 'NAME_OWN_HANDLE'

/** Fault of a normalised name, if any. */
export function playerNameFault(name: string, ownNames: OwnNames): NameFaults {
  if (readName(name).hidden) return 'NAME_INVISIBLE'
  if ([...name].length < PLAYER_NAME_MIN || characterCount(name) > PLAYER_NAME_MAX) return 'NAME_INVALID'
  if (contactIn(name).length > 0) return 'NAME_CONTACT'
  // Precedes the shape, so that "f*ck" gets the real reason.
  const fault = nameFault(name, 'player')
  if (fault === 'NAME_OFFENSIVE' || fault === 'NAME_STAFF') return fault
  if (isOwnHandle(name, ownNames)) return 'NAME_OWN_HANDLE'
  if (!SHAPE.test(name) || (name.match(/\p{L}/gu) ?? []).length < LETTERS_MIN) return 'NAME_INVALID'
  if (name !== name.normalize('NFKC')) return 'NAME_CONFUSABLE'
  if (fault === 'NAME_MIXED_SCRIPTS') return fault
  const plain = digitsAsOurs(name)
  if (plain.replace(/\D/g, '').length > DIGITS_MAX) return 'NAME_CONTACT'
  return fault ?? (leadsElsewhere(plain) ? 'NAME_CONTACT' : undefined)
}

function leadsElsewhere(name: string): boolean {
  const parts = [...name.split(' '), ...name.split(/ |(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/)]
  return READINGS.some((reading) => {
    const whole = readAs(name, reading)
    return (
      CONTACT_WITHIN.some((part) => whole.includes(part)) ||
      parts.some((part) => CONTACT_WORDS.has(readAs(part, reading)))
    )
  })
}

/** Shorter parts of a handle occur in harmless names. */
const PART_MIN = 3

/** True if a name contains one of the player's own names, or is part of one. */
export const isOwnHandle = (name: string, ownNames: OwnNames): boolean => ownNames.some((own) => leadsTo(name, own))

function leadsTo(name: string, own: string): boolean {
  const [local = ''] = own.split('@')
  return READINGS.some((reading) => {
    const [ours, theirs] = [readAs(name, reading), readAs(local, reading)]
    const shorter = Math.min(ours.length, theirs.length)
    return shorter >= PART_MIN && (ours.includes(theirs) || theirs.includes(ours))
  })
}

/** How others see an account, or would after a change. */
export interface Shown {
  readonly shownAs: ShownAsName
  readonly playerName?: string | undefined
  /** Undefined: unchanged. */
  readonly onLeaderboards?: boolean | undefined
}

/** True if others would see something of the player that they do not see now. */
export const revealsMore = (before: Shown, after: Shown): boolean =>
  (after.shownAs === 'discord' ? before.shownAs !== 'discord' : after.playerName !== before.playerName) ||
  (after.onLeaderboards === true && before.onLeaderboards !== true)

const DAY_MS = 24 * 3_600_000

/** Times of name changes, Unix milliseconds. */
export interface NameHistory {
  readonly playerNameAtMs?: number
  readonly nameUnlockedAtMs?: number
  readonly earlyNamesAtMs?: readonly number[]
}

export interface NextNameChange {
  /** Time from which the player may choose another name, Unix milliseconds; 0 means now. */
  readonly changeableAtMs: number
  readonly early: boolean
}

/** One per PLAYER_NAME_KEPT_DAYS, and EARLY_NAMES_PER_YEAR after new blocks or reports. */
export function nextNameChange(
  { playerNameAtMs, nameUnlockedAtMs = 0, earlyNamesAtMs = [] }: NameHistory,
  nowMs: number,
): NextNameChange {
  const at = playerNameAtMs === undefined ? 0 : playerNameAtMs + PLAYER_NAME_KEPT_DAYS * DAY_MS
  if (at <= nowMs) return { changeableAtMs: 0, early: false }
  const used = earlyNamesAtMs.filter((early) => early > nowMs - YEAR_DAYS * DAY_MS).length
  const early = nameUnlockedAtMs > (playerNameAtMs ?? 0) && used < EARLY_NAMES_PER_YEAR
  return { changeableAtMs: early ? 0 : at, early }
}

const YEAR_DAYS = 365
