import { contactIn, PLAYER_NAME_KEPT_DAYS, PLAYER_NAME_MAX, PLAYER_NAME_MIN } from '@kla/proto/web'

const SHAPE = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/
const LETTERS_MIN = 2
/** More could be part of a number to call, or of an account elsewhere. */
const DIGITS_MAX = 3
const AGES_OF_MINORS = { from: 10, to: 17 } as const

/** Refused wherever they stand, also across spaces. */
const WITHIN = [
  // Ways to meet elsewhere.
  'snap', 'insta', 'telegram', 'whatsapp', 'onlyfans', 'discord', 'tiktok', 'skype', 'twitter', 'facebook', 'reddit', 'gmail',
  'http', 'www', 'dotcom',
  // Minors.
  'teen', 'underage', 'minor', 'jailbait', 'loli', 'shota', 'child', 'toddler', 'school', 'eleven', 'twelve', 'youngboy',
  'younggirl', 'littleboy', 'littlegirl', 'infant',
  // Staff.
  'admin', 'moderator', 'judge', 'referee', 'official', 'support', 'sysop',
] as const
/** Refused as words of their own: they are parts of harmless ones. */
const WORDS: ReadonlySet<string> = new Set([
  ...['kik', 'wickr', 'cashapp', 'paypal', 'signal', 'com', 'net', 'org', 'ig', 'sc', 'dm'],
  ...['kid', 'kids', 'kiddo', 'boy', 'boys', 'girl', 'girls', 'ten', 'minors', 'baby', 'babies', 'preteen', 'tween', 'yo'],
  ...['mod', 'mods', 'staff', 'owner', 'owners', 'system', 'bot', 'kla', 'team', 'police', 'security', 'helpdesk', 'host'],
])

/** What digits are read as; 1 is both. */
const READINGS: readonly Readonly<Record<string, string>>[] = [
  { 0: 'o', 1: 'i', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  { 0: 'o', 1: 'l', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  // Left out: "te4en".
  {},
]

const readAs = (text: string, reading: Readonly<Record<string, string>>): string =>
  text.toLowerCase().replace(/\d/g, (digit) => reading[digit] ?? '').replace(/[^a-z]/g, '').replace(/(.)\1{2,}/g, '$1$1')

/** Names that read alike are one. */
export const foldName = (name: string): string => name.toLowerCase().replaceAll(' ', '')

/** Handle, display name, e-mail at the login provider. */
export type OwnNames = readonly string[]

export const ownNamesOf = ({ username, globalName }: { readonly username: string; readonly globalName: string }): OwnNames => [
  username,
  globalName,
]

export function isPlayerName(name: string, ownNames: OwnNames): boolean {
  if (name.length < PLAYER_NAME_MIN || name.length > PLAYER_NAME_MAX || !SHAPE.test(name)) return false
  if (name.replace(/[^A-Za-z]/g, '').length < LETTERS_MIN) return false
  return contactIn(name).length === 0 && !showsNumber(name) && !readsAsForbidden(name) && !ownNames.some((own) => leadsTo(name, own))
}

function showsNumber(name: string): boolean {
  const digits = name.replace(/\D/g, '')
  const isAge = (text: string): boolean => Number(text) >= AGES_OF_MINORS.from && Number(text) <= AGES_OF_MINORS.to
  return digits.length > DIGITS_MAX || [digits, ...(name.match(/\d+/g) ?? [])].some(isAge)
}

function readsAsForbidden(name: string): boolean {
  const words = [...name.split(' '), ...name.split(/ |(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/)]
  return READINGS.some((reading) => {
    const whole = readAs(name, reading)
    return WITHIN.some((part) => whole.includes(part)) || words.some((word) => WORDS.has(readAs(word, reading)))
  })
}

/** Shorter parts of a handle are in too many harmless names. */
const PART_MIN = 3

/** Whether a name gives away what the player is called elsewhere, or the other way round. */
function leadsTo(name: string, own: string): boolean {
  const [local = ''] = own.split('@')
  return READINGS.some((reading) => {
    const [ours, theirs] = [readAs(name, reading), readAs(local, reading)]
    const shorter = Math.min(ours.length, theirs.length)
    return shorter >= PART_MIN && (ours.includes(theirs) || theirs.includes(ours))
  })
}

const DAY_MS = 24 * 3_600_000

/** Unix milliseconds; 0: now. */
export function nameChangeableAt(changedAtMs: number | undefined, nowMs: number): number {
  const at = changedAtMs === undefined ? 0 : changedAtMs + PLAYER_NAME_KEPT_DAYS * DAY_MS
  return at > nowMs ? at : 0
}
