import { type Database, inTransaction, KlaError, type Transaction } from '@kla/chassis'
import { APPEAL_CLOCK_MS } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { type Change, lockBans } from '../bans/index.js'
import type { MailOutbox } from '../mails/index.js'
import type { Visibility } from '../shared/rules.js'
import { answering, type AppealAnswer, appealing } from './rules.js'
import { type AppealedDecision, endDecision, findDecision, isSeen, lockDecision, type StoredDecision } from './store.js'
import { unwindBans } from './unwind-store.js'

/** Changes of appeals. They throw the refusals of their RPCs. */
export interface AppealChanges {
  open(
    appeal: { readonly decisionId: string; readonly accountId: number; readonly text: string },
    nowMs: number,
  ): Promise<StoredDecision>
  /** Overturning ends the decision's bans that are still as it left them. */
  answer(
    id: number,
    answer: AppealAnswer,
    change: Change & { readonly visibility: Visibility },
    audit: (decision: AppealedDecision) => AuditEntry,
  ): Promise<AppealedDecision>
}

const INSERT = `
INSERT INTO appeals (id, decision_id, text, opened_at, due_at)
VALUES (CASE WHEN $1 THEN nextval('grave_appeal_ids') ELSE nextval('appeal_ids') END, $2, $3, $4, $5)`

const ANSWER = `
UPDATE appeals SET state = $2, answer = $3, decided_by_id = $4, decided_by = $5, decided_at = $6 WHERE id = $1`

const OVERTURNED = 'Decision overturned'

export const createAppealChanges = (database: Database, mails: MailOutbox): AppealChanges => ({
  open: ({ decisionId, accountId, text }, nowMs) =>
    inTransaction(database, async (tx) => {
      const decision = await lockDecision(tx, decisionId)
      const isOwn = decision?.accountId === accountId && decision.outcome === 'acted' && decision.state !== 'undone'
      if (!decision || !isOwn) throw new KlaError('DECISION_NOT_FOUND')
      const verdict = appealing(decision, { text, nowMs })
      if (verdict === 'repeated') return decision
      if (verdict !== 'open') throw new KlaError(verdict.refused)
      const times = [new Date(nowMs), new Date(nowMs + APPEAL_CLOCK_MS)]
      await tx.query(INSERT, [decision.grave, decisionId, text, ...times])
      return appealed(tx, decisionId)
    }),

  answer: (id, { outcome, answer }, { by, atMs, visibility }, audit) =>
    inTransaction(database, async (tx) => {
      const { rows } = await tx.query<{ decision_id: string }>('SELECT decision_id FROM appeals WHERE id = $1', [id])
      const decision = rows[0] && (await lockDecision(tx, rows[0].decision_id))
      if (!decision?.appeal || !isSeen(visibility, decision)) throw new KlaError('APPEAL_NOT_FOUND')
      const verdict = answering(decision, decision.appeal, { outcome, answer, by: by.id })
      if (verdict === 'repeated') return appealed(tx, decision.id)
      if (verdict !== 'answer') throw new KlaError(verdict.refused)
      await tx.query(ANSWER, [id, outcome, answer, by.id, by.name, new Date(atMs)])
      if (outcome === 'overturned') {
        if (decision.measures.some(({ banId }) => banId !== undefined)) {
          const bans = await lockBans(tx, decision.accountId)
          const reason = decision.grave ? '' : OVERTURNED
          // Read again: another decision may have changed its measures before the lock.
          const current = await appealed(tx, decision.id)
          await unwindBans(tx, bans, current, { change: { by, atMs }, reason, strict: false })
        }
        await endDecision(tx, decision.id, { state: 'overturned', by: by.name, atMs })
      }
      await mails.write(tx, { accountId: decision.accountId, kind: 'appeal-decided', subjectId: id, atMs })
      const answered = await appealed(tx, decision.id)
      await appendAudit(tx, [audit(answered)])
      return answered
    }),
})

async function appealed(tx: Transaction, decisionId: string): Promise<AppealedDecision> {
  const decision = await findDecision(tx, decisionId)
  if (!decision?.appeal) throw new Error('an appeal that was written is not there')
  return { ...decision, appeal: decision.appeal }
}
