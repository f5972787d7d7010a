import { type Database, insertFact, inTransaction, newId, type OutboxFact } from '@kla/chassis'
import { RestrictionsChanged, subjects } from '@kla/proto'
import { type AccountRestrictions, jumps, type Restriction } from './rules.js'

/** Tells gateways and rooms what an account may not do from now on. */
const restrictionsFact = (
  factId: string,
  { restrictions, ...about }: AccountRestrictions,
): OutboxFact => ({
  subject: subjects.factRestrictionsChanged,
  factId,
  payload: RestrictionsChanged.encode({ ...about, factId, restrictions: [...restrictions] }).finish(),
})

export interface RestrictionStore {
  /**
   * Puts these in the place of what is known if their version is higher, with the fact that tells of it. Changes nothing
   * where there is no such account, or where the version jumps.
   */
  put(given: AccountRestrictions): Promise<'known' | 'no account' | 'jumps'>
  /** Of those accounts for which there ever was anything. Some may have run out. */
  ofAll(accountIds: readonly number[]): Promise<AccountRestrictions[]>
}

interface Row {
  account_id: number
  version: number
  restrictions: Restriction[]
}

const KNOWN = 'SELECT version FROM account_restrictions WHERE account_id = $1 FOR UPDATE'

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
        const account = await tx.query('SELECT 1 FROM accounts WHERE id = $1::bigint FOR KEY SHARE', [given.accountId])
        if (account.rowCount === 0) return 'no account'
        const { rows } = await tx.query<Pick<Row, 'version'>>(KNOWN, [given.accountId])
        if (jumps(rows[0]?.version ?? 0, given.version)) return 'jumps'
        const { rowCount } = await tx.query(PUT, [
          given.accountId,
          given.version,
          JSON.stringify(given.restrictions),
        ])
        // What is known already was told with it.
        if (rowCount === 1) await insertFact(tx, restrictionsFact(newId(), given))
        return 'known'
      }),
  }
}
