import type { AppealState, BanScope, DecisionRule, MeasureKind } from '@kla/proto/web'

export interface Letter {
  readonly subject: string
  readonly text: string
}

/** A measure of a decision; 0: permanent, or a warning. */
interface LetterMeasure {
  readonly kind: MeasureKind
  readonly durationMs: number
  readonly isLifted: boolean
}

/** Content at the time of sending. Times in Unix milliseconds. */
export type LetterContent =
  | {
      readonly kind: 'ticket-answered'
      readonly ticketId: number
      readonly subject: string
      readonly message: string
      readonly answer: string
    }
  | {
      readonly kind: 'ban-set'
      readonly scope: BanScope
      readonly reason: string
      readonly bannedAtMs: number
      readonly expiresAtMs: number | undefined
      readonly extendedAtMs?: number | undefined
      readonly isOver: boolean
    }
  | { readonly kind: 'ban-lifted'; readonly scopes: readonly BanScope[]; readonly liftedAtMs: number }
  | {
      readonly kind: 'decision'
      /** Empty: no action was taken, and there is only the letter. */
      readonly rule: DecisionRule | ''
      readonly facts: string
      readonly letter: string
      readonly measures: readonly LetterMeasure[]
      readonly decidedAtMs: number
      readonly appealUntilMs: number
      readonly isOver: boolean
    }
  | {
      readonly kind: 'appeal-decided'
      readonly state: Exclude<AppealState, 'open'>
      readonly answer: string
      /** When the appealed decision was made. */
      readonly decidedAtMs: number
    }
  | { readonly kind: 'report-decided'; readonly reportIds: readonly number[]; readonly acted: boolean }

/** Site address and contact in letters. */
export interface Sender {
  readonly siteUrl: string
  /** Empty if replies are not read. */
  readonly contact: string
}

/** Just enough to recognise it: many machines read mail. */
const QUOTE_MAX = 200

const SCOPE_NAMES: Readonly<Record<BanScope, string>> = {
  global: 'Kla',
  rooms: 'rooms',
  chat: 'the chat',
  api: 'the shop and its library',
}

/** Rules as players read them. */
const RULE_NAMES: Readonly<Record<DecisionRule, string>> = {
  minors: 'No one under 18 and nothing that sexualizes them',
  illegal_content: 'No illegal content',
  consent: 'Nothing sexual without consent',
  recording: 'No recording or sharing of other players',
  threats: 'No threats or violence',
  harassment: 'No harassment or hate',
  cheating: 'No cheating',
  name: 'No offensive or misleading names',
  spam: 'No spam or advertising',
  evasion: 'No getting around a ban',
  other: 'The Terms of Service',
}

export function writeLetter(content: LetterContent, sender: Sender): Letter | undefined {
  const letter = WRITE[content.kind](content as never, sender)
  if (!letter) return undefined
  const text = [...letter.lines, '', ...footer(sender)].join('\n')
  return { subject: oneLine(letter.subject), text: plain(text) }
}

interface Draft {
  readonly subject: string
  readonly lines: readonly string[]
}

type Write<K extends LetterContent['kind']> = (
  content: Extract<LetterContent, { kind: K }>,
  sender: Sender,
) => Draft | undefined

const WRITE: { readonly [K in LetterContent['kind']]: Write<K> } = {
  'ticket-answered': ({ ticketId, subject, message, answer }, { siteUrl }) => ({
    subject: `We answered your support ticket #${ticketId}`,
    lines: [
      'Hello,',
      '',
      `We answered your support ticket #${ticketId}, "${oneLine(subject)}":`,
      '',
      answer,
      '',
      'You wrote:',
      `> ${shortened(oneLine(message))}`,
      '',
      `See the whole ticket under Support in your settings: ${siteUrl}/settings#support`,
    ],
  }),

  'ban-set': ({ scope, reason, bannedAtMs, expiresAtMs, extendedAtMs, isOver }, { siteUrl }) =>
    isOver
      ? undefined
      : {
          subject: `Your account is banned from ${SCOPE_NAMES[scope]}`,
          lines: [
            'Hello,',
            '',
            `A moderator banned your account from ${SCOPE_NAMES[scope]} on ${atTime(bannedAtMs)}.`,
            ...(extendedAtMs === undefined ? [] : [`The ban was extended on ${atTime(extendedAtMs)}.`]),
            expiresAtMs === undefined ? 'The ban is permanent.' : `The ban ends on ${endTime(expiresAtMs)}.`,
            '',
            reason === '' ? 'Reason: breaking the Terms of Service.' : `Reason: ${reason}`,
            '',
            'If you think this is a mistake, log in and open a ticket under Support in your settings.',
            `You can do that while you're banned: ${siteUrl}/settings#support`,
            `Terms of Service: ${siteUrl}/tos`,
          ],
        },

  'ban-lifted': ({ scopes, liftedAtMs }, { siteUrl }) => ({
    subject: 'A ban on your account was lifted',
    lines: [
      'Hello,',
      '',
      `Your ban from ${listed(scopes.map((scope) => SCOPE_NAMES[scope]))} was lifted on ${atTime(liftedAtMs)}.`,
      "If another ban still applies, you'll see it when you log in.",
      '',
      siteUrl,
    ],
  }),

  decision: ({ rule, facts, letter, measures, decidedAtMs, appealUntilMs, isOver }, { siteUrl }) => {
    if (isOver) return undefined
    return rule === ''
      ? { subject: 'A message from Kla', lines: [letter, '', `${siteUrl}/settings#standing`] }
      : {
          subject: 'We made a decision about your account',
          lines: [
            'Hello,',
            '',
            `A moderator reviewed your account and made a decision on ${atTime(decidedAtMs)}.`,
            'No part of it was automated.',
            '',
            'What happened:',
            facts,
            '',
            `Rule: ${RULE_NAMES[rule]}`,
            '',
            'What follows:',
            ...measures.map((measure) => `- ${measureText(measure, decidedAtMs)}`),
            ...(letter === '' ? [] : ['', letter]),
            '',
            `If you think this is a mistake, you can appeal until ${atTime(appealUntilMs)}, also while you're banned.`,
            'Someone else will review it.',
            `${siteUrl}/settings#standing`,
            `Terms of Service: ${siteUrl}/tos`,
          ],
        }
  },

  'appeal-decided': ({ state, answer, decidedAtMs }, { siteUrl }) => ({
    subject: 'We reviewed your appeal',
    lines: [
      'Hello,',
      '',
      `Someone else reviewed our decision of ${atTime(decidedAtMs)} about your account.`,
      state === 'overturned'
        ? 'We were wrong: the decision is overturned, and what followed from it has ended.'
        : "The decision doesn't change.",
      '',
      answer,
      '',
      `See all decisions about your account: ${siteUrl}/settings#standing`,
    ],
  }),

  'report-decided': ({ reportIds, acted }, { siteUrl }) => {
    const reports = `your ${reportIds.length === 1 ? 'report' : 'reports'} ${listed(reportIds.map((id) => `#${id}`))}`
    return {
      subject: `We looked at ${reports}`,
      lines: [
        'Hello,',
        '',
        `We looked at ${reports} and ${acted ? 'acted' : 'took no action'}.`,
        "We can't tell you more about other players. Thank you for helping to keep Kla safe.",
        '',
        `See your reports in your settings: ${siteUrl}/settings`,
      ],
    }
  },
}

function measureText({ kind, durationMs, isLifted }: LetterMeasure, decidedAtMs: number): string {
  if (kind === 'warning') return 'This is a warning. You can keep playing.'
  if (isLifted) return `Your ban from ${SCOPE_NAMES[kind]} was lifted.`
  const end = durationMs === 0 ? 'permanently' : `until ${endTime(decidedAtMs + durationMs)}`
  return `You're banned from ${SCOPE_NAMES[kind]} ${end}.`
}

const footer = ({ siteUrl, contact }: Sender): string[] => [
  '-- ',
  `You're getting this e-mail because of your account on ${siteUrl}.`,
  contact === ''
    ? "We can't read replies to this e-mail. To reach us, open a ticket under Support in your settings."
    : `Questions? Reply to this e-mail, or write to ${contact}.`,
]

const listed = (words: readonly string[]): string => [...new Set(words)].join(', ').replace(/, ([^,]*)$/, ' and $1')

const shortened = (text: string): string =>
  text.length <= QUOTE_MAX ? text : `${[...text].slice(0, QUOTE_MAX).join('').trimEnd()}…`

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const atTime = (ms: number): string => `${TIME.format(ms)} UTC`

const MINUTE_MS = 60_000
/** Rounds up to the minute, as pages do. */
const endTime = (ms: number): string => atTime(Math.ceil(ms / MINUTE_MS) * MINUTE_MS)

/** Prevents injected lines and headers. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
