import { type Static, Type } from 'typebox'
import { BanView } from '../bans.js'
import { GIFT_UNITS_MAX, ITEMS, ORDER_STATUSES } from '../catalogue.js'
import { REASON_MAX } from '../competition.js'
import {
  DECISION_OUTCOMES,
  DECISION_RULES,
  DECISION_STATES,
  MEASURE_KINDS,
  SEARCH_MAX,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
} from '../moderation.js'
import { chosenUuid, idText, iso, isoOrNull, nullable, orEmpty } from './fields.js'
import { ReportView } from './reports.js'
import { thread } from './versions.js'

/** Everything about one account, part by part. Numbers in addresses are account ids, or aliases that players quote. */

/** `GET /admin/people`: by number, Discord id, or part of a name or e-mail. */
export const PeopleQuery = Type.Object({ q: Type.String({ minLength: 1, maxLength: SEARCH_MAX }) })

const who = {
  id: Type.Integer(),
  number: Type.Integer({ description: 'By which other players know the account.' }),
  username: Type.String({ description: 'At Discord. Empty when the account is gone.' }),
  global_name: nullable(Type.String()),
  discord_id: Type.String({ description: 'Empty when the account is gone.' }),
  avatar: nullable(Type.String({ description: "Discord's hash." })),
  player_name: nullable(Type.String()),
  under_player_name: Type.Boolean({ description: 'Whether other players see that name.' }),
}
export const FoundPeople = Type.Object({ results: Type.Array(Type.Object(who)) }, { $id: 'FoundPeople' })
/** Exact matches first, at most 10. */
export type FoundPeople = Static<typeof FoundPeople>

/** `GET /admin/people/{id}`. */
export const PersonView = Type.Object(
  {
    ...who,
    exists: Type.Boolean({ description: 'False once the account is deleted.' }),
    create_time: isoOrNull,
    last_login: isoOrNull,
    age: nullable(
      Type.Object({
        confirmed: Type.Boolean(),
        locked_at: isoOrNull,
        verdicts: Type.Array(
          Type.Object({
            method: Type.Enum(['declaration', 'estimation', 'document'] as const),
            jurisdiction: Type.String(),
            at: iso,
          }),
        ),
      }),
    ),
  },
  { $id: 'PersonView' },
)
/** An account and its age verdict, without the e-mail. */
export type PersonView = Static<typeof PersonView>

/** `POST /admin/people/{id}/email`, recorded in the audit log. */
export const PersonEmail = Type.Object(
  { email: nullable(Type.String({ description: 'Null when Discord gave none.' })) },
  { $id: 'PersonEmail' },
)
export type PersonEmail = Static<typeof PersonEmail>

/** `GET /admin/people/{id}/sessions`. */
export const PersonSessions = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        device: nullable(Type.String({ description: 'Such as "Firefox on Windows".' })),
        opened_at: iso,
        seen_at: iso,
      }),
    ),
  },
  { $id: 'PersonSessions' },
)
export type PersonSessions = Static<typeof PersonSessions>

const totals = Type.Object({
  total: Type.Integer(),
  decided: Type.Integer({ description: 'Those that are not pending.' }),
  upheld: Type.Integer({ description: 'Those of them with a measure that no appeal overturned.' }),
})
/** `GET /admin/people/{id}/reports`. */
export const PersonReports = Type.Object(
  {
    about: Type.Array(
      Type.Object({ ...ReportView.properties, stills: Type.Boolean({ description: 'Whether it may have stills.' }) }),
    ),
    by: Type.Array(Type.Object(ReportView.properties)),
    totals: Type.Object({ about: totals, by: totals }),
  },
  { $id: 'PersonReports' },
)
/** The newest 20 reports about and by an account. */
export type PersonReports = Static<typeof PersonReports>

/** `GET /admin/people/{id}/bans`. */
export const PersonBans = Type.Object(
  { results: Type.Array(Type.Object(BanView.properties)), total: Type.Integer() },
  { $id: 'PersonBans' },
)
export type PersonBans = Static<typeof PersonBans>
/** `GET /admin/people/{id}/decisions`. */
export const PersonDecisions = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        outcome: Type.Enum(DECISION_OUTCOMES),
        rule: nullable(Type.Enum(DECISION_RULES)),
        facts: Type.String(),
        measures: Type.Array(
          Type.Object({
            kind: Type.Enum(MEASURE_KINDS),
            duration_ms: nullable(Type.Integer({ description: 'Null: permanent, or a warning.' })),
          }),
        ),
        decided_at: iso,
        decided_by: Type.String(),
        state: Type.Enum(DECISION_STATES),
      }),
    ),
  },
  { $id: 'PersonDecisions' },
)
export type PersonDecisions = Static<typeof PersonDecisions>

/** `GET /admin/people/{id}/notes`, `POST /admin/people/{id}/notes`. */
export const PersonNotes = Type.Object({ thread }, { $id: 'PersonNotes' })
export type PersonNotes = Static<typeof PersonNotes>

const other = { id: Type.Integer(), name: Type.String({ description: 'Empty when the account is gone.' }) }
/** `GET /admin/people/{id}/battles`. */
export const PersonBattles = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        started_at: iso,
        ended_at: iso,
        mode: Type.String(),
        category: Type.String(),
        opponent: Type.Object(other),
        outcome: Type.Enum(['won', 'lost', 'none'] as const),
        reason: Type.String({ description: 'Why it ended.' }),
        left_by: nullable(Type.Enum(['player', 'opponent'] as const)),
        rounds: Type.Integer(),
        counted: Type.Boolean(),
      }),
    ),
  },
  { $id: 'PersonBattles' },
)
/** The newest 20 battles. */
export type PersonBattles = Static<typeof PersonBattles>

/** `GET /admin/people/{id}/met`. */
export const PersonMet = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        ...other,
        mode: Type.String(),
        room_name: Type.String(),
        last_at: iso,
        seated: Type.Boolean({ description: 'False if one of them was watching.' }),
      }),
    ),
  },
  { $id: 'PersonMet' },
)
/** People met within 24 hours. */
export type PersonMet = Static<typeof PersonMet>

/** `GET /admin/people/{id}/tickets`. */
export const PersonTickets = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.Integer(),
        created_at: iso,
        subject: Type.String(),
        category: Type.Enum(TICKET_CATEGORIES),
        priority: Type.Enum(TICKET_PRIORITIES),
        resolved: Type.Boolean(),
      }),
    ),
    total: Type.Integer(),
  },
  { $id: 'PersonTickets' },
)
export type PersonTickets = Static<typeof PersonTickets>

/** `GET /admin/people/{id}/orders`. */
export const PersonOrders = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        created_at: iso,
        status: Type.Enum(ORDER_STATUSES),
        total_cents: Type.Integer(),
        returned_cents: Type.Integer({ description: 'Taken back by refunds and disputes.' }),
        currency: Type.String(),
        provider: Type.String(),
        lines: Type.Array(
          Type.Object({
            name: Type.String(),
            quantity: Type.Integer(),
            units: Type.Integer(),
            units_withdrawn: Type.Integer(),
            units_spent: Type.Integer(),
          }),
        ),
      }),
    ),
    inventory: Type.Object({
      gif_saves: Type.Integer(),
      wild_cards: Type.Integer(),
      battle_passes: Type.Integer(),
    }),
  },
  { $id: 'PersonOrders' },
)
/** Orders, and what the account can spend. */
export type PersonOrders = Static<typeof PersonOrders>

/** `POST /admin/people/{id}/gifts`. */
export const GiftOrder = Type.Object(
  {
    id: chosenUuid('gives nothing'),
    item: Type.Enum(ITEMS),
    units: Type.Integer({ minimum: 1, maximum: GIFT_UNITS_MAX }),
    reason: Type.String({ minLength: 1, maxLength: REASON_MAX, description: 'For the ledger.' }),
  },
  { $id: 'GiftOrder' },
)
/** Items to give to a player. */
export type GiftOrder = Static<typeof GiftOrder>
export const GiftGiven = Type.Object(
  { available: Type.Integer({ description: 'What the account can spend of it now.' }) },
  { $id: 'GiftGiven' },
)
export type GiftGiven = Static<typeof GiftGiven>

/** `GET /admin/people/{id}/history`. */
export const HistoryQuery = Type.Object({ after: orEmpty(idText) })
export const PersonHistory = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        seq: Type.Integer(),
        at: iso,
        actor: nullable(Type.String({ description: 'Null: the system.' })),
        action: Type.String({ description: 'Such as "bans.create".' }),
      }),
    ),
    next: nullable(Type.Integer({ description: 'For `after`; null at the end.' })),
  },
  { $id: 'PersonHistory' },
)
/** Reads and changes of an account, newest first. */
export type PersonHistory = Static<typeof PersonHistory>
