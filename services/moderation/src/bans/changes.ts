import type { BanScope } from '@kla/proto/web'
import type { AuditEntry } from '../audit/index.js'
import type { Note, WantedNote } from '../shared/notes.js'
import {
  areSeen,
  type Ban,
  type BanDecision,
  type BanOrder,
  type Change,
  decideBan,
  type Expected,
  freshness,
  isInForce,
  SAME_BAN_MS,
} from './rules.js'
import type { BanStore } from './store.js'

/** Changes of bans, each committed with its audit entry and mail. */
export interface BanChanges {
  /** Sets, extends or replaces a ban. A repeated order returns the ban it set. */
  set(
    order: BanOrder,
    change: Change & { readonly expected?: Expected | undefined },
    audit: (ban: Ban, done: BanDone) => AuditEntry,
  ): Promise<Ban | NotDone>
  lift(
    id: number,
    reason: string,
    change: VersionedChange,
    audit: (ban: Ban) => AuditEntry,
  ): Promise<Ban | 'changed-meanwhile' | undefined>
  /** Lifts all bans, or none if any in force is missing from `seen`. A repeat answers the number of the first time. */
  liftAll(
    target: { readonly accountId: number; readonly scope: BanScope | undefined; readonly reason: string },
    change: Change & { readonly seen?: ReadonlyMap<number, number> | undefined; readonly requestId: string },
    audit: (lifted: readonly Ban[]) => AuditEntry,
  ): Promise<{ readonly lifted: number } | { readonly inForce: readonly Ban[] }>
  note(id: number, wanted: WantedNote, change: Change, audit: (ban: Ban) => AuditEntry): Promise<Ban | undefined>
  hide(
    id: number,
    change: VersionedChange & { readonly requestId: string },
    audit: (ban: Ban) => AuditEntry,
  ): Promise<{ readonly ban: Ban; readonly hiddenAtMs: number } | 'changed-meanwhile' | undefined>
}

/** What was done to the bans in force. */
export type BanDone =
  | { readonly kind: 'set' }
  | { readonly kind: 'extended' }
  | { readonly kind: 'replaced'; readonly replaced: Ban }

export type NotDone = Exclude<BanDecision['kind'], 'set' | 'extend' | 'replace' | 'repeated'>

type VersionedChange = Change & { readonly version?: number | undefined }

export const createBanChanges = (store: BanStore): BanChanges => ({
  set: (order, change, audit) =>
    store.ofAccount(order.accountId, async (bans) => {
      const recent = await bans.setBy(change.by.id, change.atMs - SAME_BAN_MS)
      const inForce = await bans.inForce(undefined, change.atMs)
      const by = { id: change.by.id, nowMs: change.atMs, expected: change.expected }
      const decision = decideBan(order, { recent, inForce }, by)
      switch (decision.kind) {
        case 'repeated':
          return decision.ban
        case 'extend': {
          const extended = await bans.extend(decision.ban, { ...order, expiresAtMs: decision.expiresAtMs }, change)
          await bans.record(audit(extended, { kind: 'extended' }))
          return extended
        }
        case 'set':
        case 'replace': {
          const replaced = decision.kind === 'replace' ? decision.ban : undefined
          if (replaced) await bans.replace(replaced, change)
          const ban = await bans.insert(order, change)
          await bans.record(audit(ban, replaced ? { kind: 'replaced', replaced } : { kind: 'set' }))
          return ban
        }
        default:
          return decision.kind
      }
    }),

  lift: (id, reason, change, audit) =>
    store.ofBan(id, async (bans, ban) => {
      const { version, atMs: nowMs } = change
      if (freshness(ban, { byId: change.by.id, version, nowMs }) === 'stale') return 'changed-meanwhile'
      if (!isInForce(ban, change.atMs)) return ban
      const [lifted] = await bans.lift([ban], reason, change)
      if (!lifted) return undefined
      await bans.record(audit(lifted))
      return lifted
    }),

  liftAll: ({ accountId, scope, reason }, change, audit) =>
    store.ofAccount(accountId, async (bans) => {
      const before = await bans.liftedBefore(change.requestId, change)
      if (before !== undefined) return { lifted: before }
      const inForce = await bans.inForce(scope, change.atMs)
      if (change.seen && inForce.length > 0 && !areSeen(inForce, change.seen)) return { inForce }
      const lifted = await bans.lift(inForce, reason, change)
      await bans.record(audit(lifted))
      return { lifted: lifted.length }
    }),

  note: (id, { noteId, text }, change, audit) =>
    store.ofBan(id, async (bans, ban) => {
      if (ban.thread.some((known) => known.id === noteId)) return ban
      const note: Note = { id: noteId, byId: change.by.id, by: change.by.name, atMs: change.atMs, text }
      const noted = await bans.note(ban, note, change)
      await bans.record(audit(noted))
      return noted
    }),

  async hide(id, change, audit) {
    const outcome = await store.ofBan(id, async (bans, ban) => {
      const { version, atMs: nowMs } = change
      if (freshness(ban, { byId: change.by.id, version, nowMs }) === 'stale') return 'changed-meanwhile'
      if (isInForce(ban, change.atMs)) await bans.lift([ban], '', change)
      await bans.hide(id, change)
      await bans.record(audit(ban))
      return ban
    })
    return outcome === 'changed-meanwhile' ? outcome : store.hiddenBy(change.requestId, id)
  },
})
