import { KlaError } from '@kla/chassis'
import type { Restriction } from '@kla/proto'
import { type BanScope, type Reason, REASONS } from '@kla/proto/web'

type Ban = Pick<Restriction, 'scope' | 'untilMs' | 'reason'>

const REFUSAL: Readonly<Record<BanScope, Reason>> = {
  global: 'BANNED',
  rooms: 'BANNED_FROM_ROOMS',
  chat: 'BANNED_FROM_CHAT',
  api: 'BANNED_FROM_API',
}

const CLOSE_REASON_MAX_BYTES = 123
const MINUTE_MS = 60_000

/** Finds the longest ban in `scope`. */
export const banAgainst = <B extends Pick<Ban, 'scope' | 'untilMs'>>(
  bans: readonly B[],
  scope: BanScope,
  nowMs: number,
): B | undefined =>
  bans
    .filter((ban) => ban.scope === scope || ban.scope === 'global')
    .filter(({ untilMs }) => untilMs === 0 || untilMs > nowMs)
    .sort((one, other) => lasts(other) - lasts(one))[0]

export const statementOf = (ban: Ban): { readonly reason: Reason; readonly text: string } => ({
  reason: reasonOf(ban),
  text: `${until(ban)}. ${ban.reason === '' ? 'No reason was given.' : `Reason: ${sentence(ban.reason)}`} ${APPEAL}`,
})

/** Describes a ban within the limit of a close frame. */
export function closeReasonOf(ban: Ban): string {
  const room = CLOSE_REASON_MAX_BYTES - Buffer.byteLength(`${until(ban)}. ${SHORT_APPEAL} `)
  const why = ban.reason === '' ? '' : `${cut(sentence(ban.reason), room)} `
  return `${until(ban)}. ${why}${SHORT_APPEAL}`
}

const APPEAL = 'You can appeal by a support ticket in /settings.'
const SHORT_APPEAL = 'Appeal in /settings.'

// A newer service's scopes still count.
const reasonOf = ({ scope }: Ban): Reason => (Object.hasOwn(REFUSAL, scope) ? REFUSAL[scope as BanScope] : 'BANNED')

const until = (ban: Ban): string =>
  `${REASONS[reasonOf(ban)].text.replace(/\.$/, '')} ${ban.untilMs === 0 ? 'for good' : `until ${utc(ban.untilMs)}`}`

/** Rounds up: the ban must not outlast the text. */
const utc = (ms: number): string => {
  const minute = new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16)
  return `${minute.replace('T', ' ')} UTC`
}

const lasts = ({ untilMs }: Pick<Ban, 'untilMs'>): number => (untilMs === 0 ? Infinity : untilMs)

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Shortens text without splitting a character. */
function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(`${kept}${character}…`) > maxBytes) break
    kept += character
  }
  return `${kept}…`
}

export function bannedBy(ban: Restriction): KlaError {
  const { reason, text } = statementOf(ban)
  return new KlaError(reason, text)
}
