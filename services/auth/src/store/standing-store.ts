import type { Database } from '@kla/chassis'
import type { AgeVerdict } from '../domain/age-policy.js'
import type { AccountRestrictions, Restriction } from '../domain/restriction.js'
import { ACCOUNT_COLUMNS, accountOf, type Account, type AccountRow } from './account-store.js'

/** Who somebody is, and all that decides what they may do. */
export interface Standing {
  readonly account: Account
  readonly verdicts: readonly AgeVerdict[]
  /** Of the lock on the age verdict; 0: it was never locked. */
  readonly ageRevision: number
  /** Version 0 and nothing where there never was anything. Some may have run out. */
  readonly known: Pick<AccountRestrictions, 'version' | 'restrictions'>
}

export interface StandingStore {
  find(accountId: number): Promise<Standing | undefined>
}

interface Row extends AccountRow {
  verdicts: AgeVerdict[]
  age_revision: number
  version: number | null
  restrictions: Restriction[] | null
}

// Asked with every connection and every page: one statement, and not one a table.
const FIND = `
SELECT ${ACCOUNT_COLUMNS}, age_revision, version, restrictions, ARRAY(
         SELECT json_build_object('method', given.method, 'jurisdiction', given.jurisdiction)
         FROM age_verdicts AS given WHERE given.account_id = id
       ) AS verdicts
FROM accounts LEFT JOIN account_restrictions ON account_id = id WHERE id = $1`

export const createStandingStore = (database: Database): StandingStore => ({
  async find(accountId) {
    const { rows } = await database.query<Row>(FIND, [accountId])
    const [row] = rows
    if (!row) return undefined
    const { verdicts, age_revision: ageRevision, version, restrictions } = row
    return { account: accountOf(row), verdicts, ageRevision, known: { version: version ?? 0, restrictions: restrictions ?? [] } }
  },
})
