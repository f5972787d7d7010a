import { type AuditEntryView, BAN_SCOPES, type BanScope, DECISION_RULES } from '@kla/proto/web'
import { playerWords } from '../entities/administrators.js'
import { AUDIT_WORDS } from '../entities/audit-words.js'
import { lengthWords, RULE_WORDS } from '../entities/decisions.js'

/** What an entry is about, as a link for those who may open it. */
export interface Thing {
  kind: string
  id: string
}

/** Text of a sentence, or a name or thing in it that may be a link. */
export type Piece = string | Thing

type Details = Readonly<Record<string, unknown>>

const detailsOf = ({ details }: Pick<AuditEntryView, 'details'>): Details =>
  typeof details === 'object' && details !== null ? (details as Details) : {}

type Said = Pick<AuditEntryView, 'action' | 'actor' | 'subject_kind' | 'subject_id' | 'details'>

/** Says what an entry records: `['mona banned ', {kind: 'account', id: '7'}, ' from Kla for 7 days: threats']`. */
export function sentenceOf(entry: Said): Piece[] {
  const details = detailsOf(entry)
  const words = AUDIT_WORDS.get(entry.action)
  const alone = words?.alone ?? entry.action
  const special = SPECIAL[entry.action]?.(details)
  const said = { alone, before: words?.before ?? alone, rest: [], ...special }
  const thing = special?.hidesThing ? null : thingOf(entry, details)
  const what: Piece[] = thing ? [`${said.before} `, thing] : [said.alone]
  return joined([`${actorWords(entry.actor)} `, ...what, ...aboutOf(entry, details, thing), ...said.rest])
}

export const actorWords = (actor: string): string => {
  if (actor === 'system' || actor === '') return 'Kla'
  return actor === 'environment' ? 'The configuration' : actor
}

interface Special {
  alone?: string
  before?: string
  rest?: Piece[]
  hidesThing?: true
}

/** Bans are named by the person, and sign-ins by no one else than the actor. */
function thingOf({ subject_kind, subject_id }: Said, details: Details): Thing | null {
  if (subject_kind === null || subject_id === null) return null
  const account = accountIn(details)
  return subject_kind === 'ban' && account ? account : { kind: subject_kind, id: subject_id }
}

/** The person behind a report, a job or a ticket. */
function aboutOf({ subject_kind }: Said, details: Details, thing: Thing | null): Piece[] {
  const account = accountIn(details)
  if (!account || !thing) return []
  if (subject_kind === 'report' || subject_kind === 'job') return [' about ', account]
  return subject_kind === 'ticket' ? [' of ', account] : []
}

function accountIn(details: Details): Thing | null {
  const id = [details['account_id'], details['account'], details['reported_id']].find((one) => typeof one === 'number')
  return id === undefined ? null : { kind: 'account', id: String(id) }
}

function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece
    else if (piece !== '') all.push(piece)
  }
  return all
}

const FROM: Readonly<Record<BanScope, string>> = { global: 'Kla', rooms: 'rooms', chat: 'the chat', api: 'the API' }

const scopeIn = ({ scope }: Details): BanScope | undefined => BAN_SCOPES.find((one) => one === scope)

/** Bans without an end have a length of 0. */
const lengthIn = ({ duration_ms: ms }: Details, word: string): string =>
  typeof ms !== 'number' ? '' : ms > 0 ? ` ${word} ${lengthWords(ms)}` : ' permanently'

const fromScope = (details: Details): string => {
  const scope = scopeIn(details)
  return scope ? ` from ${FROM[scope]}` : ''
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Values such as 'action_taken' as words. */
const plain = (value: unknown): string => String(value).replaceAll(/[_-]/g, ' ')

/** Field names such as 'startsAtMs' as words. */
const fieldWords = (name: string): string =>
  plain(name.replace(/Ms$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const numbered = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const decided = (details: Details): Special => {
  if (details['outcome'] === 'dismissed') return { before: 'took no action against', alone: 'took no action' }
  const rule = DECISION_RULES.find((one) => one === details['rule'])
  const why = rule ? [`: ${lower(RULE_WORDS[rule])}`] : []
  const bans = listOf(details['measures'])
    .map((measure) => {
      const { kind, ...rest } = Object(measure) as Details
      return { ...rest, scope: kind }
    })
    .filter((measure) => scopeIn(measure) !== undefined)
  if (bans.length === 0) return { before: 'warned', alone: 'warned', rest: why }
  const each = bans.map((ban) => `${fromScope(ban)}${lengthIn(ban, 'for')}`)
  return { before: 'banned', alone: 'banned', rest: [each.join(' and'), ...why] }
}

interface Change {
  to: unknown
}

const isChange = (value: unknown): value is Change => typeof value === 'object' && value !== null && 'to' in value

const CHANGE_WORDS: Readonly<Record<string, (to: unknown) => string>> = {
  resolved: (to) => (to === true ? 'resolved' : 'open again'),
  assignee: (to) =>
    to === null || to === undefined || to === 0
      ? 'assigned to no one'
      : `assigned to administrator #${String(to as number)}`,
  disabled: (to) => (to === true ? 'disabled' : 'enabled'),
  player_id: (to) => playerWords(typeof to === 'number' ? to : null),
  child_safety: (to) => (to === true ? 'with child safety' : 'without child safety'),
}

const DONE_WORDS: Readonly<Record<string, string>> = {
  message: 'message edited',
  answer: 'answered',
  notes: 'note added',
  note: 'note added',
  password: 'new password',
  totp: 'two-step sign-in reset',
  passkeys: 'passkeys reset',
}

/** Each changed field in words: 'status dismissed, note added'. */
function changesIn(details: Details): Special {
  const all = Object.entries(details).flatMap(([name, value]) => {
    if (isChange(value)) return [CHANGE_WORDS[name]?.(value.to) ?? `${plain(name)} ${plain(value.to)}`]
    return DONE_WORDS[name] ?? []
  })
  return { rest: all.length === 0 ? [] : [`: ${all.join(', ')}`] }
}

/** Text of a detail, before which `lead` stands; empty without one. */
const textIn = (details: Details, name: string, lead: string): string => {
  const value = details[name]
  return typeof value === 'string' || typeof value === 'number' ? `${lead}${plain(value)}` : ''
}

const accountOf = (value: unknown, rest: string): Piece[] =>
  typeof value === 'number' && value > 0 ? [': ', { kind: 'account', id: String(value) }, rest] : []

const countOf = (value: unknown): number => (typeof value === 'number' ? value : listOf(value).length)

const requested = (details: Details): Special => {
  const reports = listOf(details['reports']).length
  return reports === 0 ? {} : { rest: [` (${numbered(reports, 'report')})`] }
}

const own = (): Special => ({ hidesThing: true })

const corrected = (details: Details): Special => ({
  rest: [
    `: ${numbered(countOf(details['gamesWon']), 'win')} and ${numbered(countOf(details['gamesPlayed']), 'battle')}`,
    typeof details['season'] === 'string' ? ` in ${details['season']}` : '',
  ],
})

const named = (details: Details): Special =>
  typeof details['name'] === 'string' ? { rest: [`: ${details['name']}`] } : {}

const SPECIAL: Readonly<Partial<Record<string, (details: Details) => Special>>> = {
  'reports.update': changesIn,
  'reports.review': changesIn,
  'reports.bulk': (details) => (details['op'] === 'delete' ? { before: 'deleted, with others,' } : changesIn(details)),
  'reports.approval-ask': requested,
  'reports.approval-approve': requested,
  'tickets.update': changesIn,
  'tickets.canned-put': (details) =>
    typeof details['title'] === 'string' ? { hidesThing: true, rest: [`: ${details['title']}`] } : { hidesThing: true },
  'tickets.canned-delete': own,
  'bans.create': (details) => ({ rest: [fromScope(details), lengthIn(details, 'for')] }),
  'bans.replace': (details) => ({ rest: [fromScope(details), lengthIn(details, 'for')] }),
  'bans.extend': (details) => ({ rest: [fromScope(details), lengthIn(details, 'to')] }),
  'bans.lift': (details) => ({ rest: [fromScope(details)] }),
  'bans.delete': (details) => ({ rest: [fromScope(details)] }),
  'bans.lift-all': (details) => ({ rest: [fromScope(details)] }),
  'decisions.decide': decided,
  'appeals.decide': (details) => ({ rest: [textIn(details, 'outcome', ': decision ')] }),
  'desk.duty': (details) => ({ alone: details['on'] === true ? 'went on duty' : 'went off duty' }),
  'members.lift-age-lock': (details) =>
    typeof details['reason'] === 'string' ? { rest: [`: ${details['reason']}`] } : {},
  'items.gift': (details) => ({ rest: [textIn(details, 'units', ': '), textIn(details, 'item', ' × ')] }),
  'gifs.add': (details) => ({ alone: `added ${numbered(listOf(details['ids']).length, 'GIF')}` }),
  'gifs.scan': (details) => ({
    rest: [`: ${numbered(countOf(details['checked']), 'link')}, ${countOf(details['deleted'])} deleted`],
  }),
  'gifs.state': (details) => ({ rest: [textIn(details, 'from', ' from '), textIn(details, 'to', ' to ')] }),
  'gifs.hold': (details) => ({ before: details['held'] === true ? 'placed a hold on' : 'released the hold on' }),
  'cups.create': named,
  'cups.update': (details) => ({
    rest: [Object.keys(details).map(fieldWords).join(', ')].filter(Boolean).map((names) => `: ${names}`),
  }),
  'cups.entry': (details) => ({
    rest: accountOf(details['accountId'], details['entered'] === true ? ' entered' : ' removed'),
  }),
  'cups.judge': (details) => ({
    rest: details['winnerId'] === 0 ? [': no one won'] : accountOf(details['winnerId'], ' won'),
  }),
  'pass.put': named,
  'pass.publish': named,
  'pass.delete': named,
  'standings.correct': corrected,
  'standings.reverse': corrected,
  'administrators.sign-in': (details) => ({
    hidesThing: true,
    alone: details['outcome'] === 'refused' ? 'failed to sign in' : 'signed in',
  }),
  'administrators.totp': own,
  'administrators.password': own,
  'administrators.passkey-add': own,
  'administrators.passkey-remove': own,
  'administrators.recovery-use': own,
  'administrators.recovery-renew': own,
  'administrators.create': (details) => ({ rest: [textIn(details, 'role', ' as ')] }),
  'administrators.update': changesIn,
}

/** Titles of kinds of things. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  account: 'Person',
  report: 'Report',
  job: 'Job',
  decision: 'Decision',
  ban: 'Ban',
  ticket: 'Ticket',
  'canned-answer': 'Canned answer',
  gif: 'GIF',
  administrator: 'Administrator',
  cup: 'Cup',
  season: 'Season',
}

/** Unknown kinds keep their name. */
export const kindWords = (kind: string): string => (Object.hasOwn(KIND_WORDS, kind) ? KIND_WORDS[kind]! : kind)

/** Names of things by id. */
export interface Names {
  accounts: Readonly<Record<string, string>>
  administrators: ReadonlyMap<string, string>
}

/** Names a thing: 'bea', or 'account #7' without a name. */
export function thingWords({ kind, id }: Thing, { accounts, administrators }: Names): string {
  if (kind === 'account' && Object.hasOwn(accounts, id) && accounts[id] !== '') return accounts[id]!
  if (kind === 'administrator') return administrators.get(id) ?? `administrator #${id}`
  return `${kind === 'gif' ? 'GIF' : kind} #${id}`
}
