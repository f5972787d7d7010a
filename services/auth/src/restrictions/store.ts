import { type Database, insertEvent, inTransaction, newId, type OutboxEvent } from '@kla/chassis'
import { RestrictionsChanged, subjects } from '@kla/proto'
import type { AccountRestrictions, Restriction } from './rules.js'

/** Restrictions of accounts in PostgreSQL. */
export interface RestrictionStore {
  put(given: AccountRestrictions): Promise<'known' | 'no account'>
  ofAll(accountIds: readonly number[]): Promise<AccountRestrictions[]>
}

interface Row {
  account_id: number
  version: number
  restrictions: Restriction[]
}

const PUT = `
INSERT INTO account_restrictions AS known (account_id, version, restrictions) VALUES ($1, $2, $3)
ON CONFLICT (account_id) DO UPDATE SET version = excluded.version, restrictions = excluded.restrictions
WHERE known.version < excluded.version`

export function createRestrictionStore(database: Database): RestrictionStore {
  return {
    async ofAll(accountIds) {
      const { rows } = await database.query<Row>(
        'SELECT account_id, version, restrictions FROM account_restrictions WHERE account_id = ANY ($1::bigint[])',
        [accountIds],
      )
      return rows.map(({ account_id: accountId, ...rest }) => ({ accountId, ...rest }))
    },
    put: (given) =>
      inTransaction(database, async (tx) => {
        const { accountId, version, restrictions } = given
        const account = await tx.query('SELECT 1 FROM accounts WHERE id = $1::bigint FOR KEY SHARE', [accountId])
        if (account.rowCount === 0) return 'no account'
        const { rowCount } = await tx.query(PUT, [accountId, version, JSON.stringify(restrictions)])
        if (rowCount === 1) await insertEvent(tx, restrictionsChanged(given))
        return 'known'
      }),
  }
}

function restrictionsChanged({ restrictions, ...about }: AccountRestrictions): OutboxEvent {
  const eventId = newId()
  const payload = RestrictionsChanged.encode({ ...about, eventId, restrictions: [...restrictions] }).finish()
  return { subject: subjects.eventRestrictionsChanged, eventId, payload }
}
