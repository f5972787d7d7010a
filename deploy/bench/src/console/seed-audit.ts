import { inTransaction, type Database } from '@kla/chassis'
import { appendAudit } from '@kla/moderation/audit-log'
import { randomUUID } from 'node:crypto'

/** Action, share, details. */
const ACTIONS: readonly (readonly [action: string, subjectKind: string, share: number])[] = [
  ['reports.list', '', 22],
  ['reports.read', 'report', 30],
  ['subjects.read', 'account', 15],
  ['reports.review', 'report', 12],
  ['tickets.list', '', 8],
  ['tickets.update', 'ticket', 6],
  ['bans.create', 'ban', 3],
  ['bans.lift', 'ban', 2],
  ['gifs.state', 'gif', 1],
  ['members.list', '', 1],
]
export const RARE_ACTION = 'holds.place'
const RARE_EVERY = 50_000
const DRAWN = ACTIONS.flatMap(([action, subjectKind, share]) =>
  Array.from({ length: share }, () => ({ action, subjectKind })),
)

export const ACTORS = ['ann', 'bob', 'cleo', 'dan', 'eve', 'finn', 'gus', 'hal', 'ines', 'jo', 'kim', 'lou'] as const
const SUBJECTS = 50_000
const BATCH = 5_000
// One entry every two minutes: three years for a million.
const APART_MS = 100_000

export interface SeedAuditOptions {
  readonly entries: number
  readonly untilMs: number
  readonly random: () => number
  readonly say: (line: string) => void
}

/** Each entry is chained to the one before. */
export async function seedAudit(
  moderation: Database,
  { entries, untilMs, random, say }: SeedAuditOptions,
): Promise<void> {
  const drawn = <T>(from: readonly T[], towardsFirst = 1): T =>
    from[Math.floor(from.length * random() ** towardsFirst)] as T
  const entry = (at: number) => {
    const rare = at % RARE_EVERY === 7
    const { action, subjectKind } = rare ? { action: RARE_ACTION, subjectKind: 'report' } : drawn(DRAWN)
    const actor = drawn(ACTORS, 3)
    return {
      atMs: untilMs - (entries - at) * APART_MS,
      actorId: 1 + ACTORS.indexOf(actor),
      actor,
      action,
      subjectKind,
      subjectId: subjectKind === '' ? '' : String(1 + Math.floor(random() * SUBJECTS)),
      details: '{}',
      requestId: randomUUID(),
      restricted: subjectKind === 'report' && random() < 0.02,
      eventId: '',
    }
  }
  for (let done = 0; done < entries; ) {
    const batch = Array.from({ length: Math.min(BATCH, entries - done) }, (_, at) => entry(done + at))
    await inTransaction(moderation, (tx) => appendAudit(tx, batch))
    done += batch.length
    if (done % (20 * BATCH) === 0) say(`  ${done} of ${entries} audit entries`)
  }
}
