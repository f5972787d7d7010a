import type { Database } from '@kla/chassis'
import type { AgeVerdict } from '../domain/age-policy.js'

export interface AgeVerdictStore {
  /** Keeps a verdict; one that is held already stays as it was first given. */
  add(accountId: number, verdict: AgeVerdict): Promise<void>
  /** Takes back what the person has declared, everywhere. Verdicts that others have given stay. */
  withdrawDeclarations(accountId: number): Promise<void>
  of(accountId: number): Promise<AgeVerdict[]>
}

export const createAgeVerdictStore = (database: Database): AgeVerdictStore => ({
  async add(accountId, { method, jurisdiction }) {
    await database.query(
      `INSERT INTO age_verdicts (account_id, method, jurisdiction) VALUES ($1, $2, $3)
       ON CONFLICT (account_id, method, jurisdiction) DO NOTHING`,
      [accountId, method, jurisdiction],
    )
  },
  async withdrawDeclarations(accountId) {
    await database.query(`DELETE FROM age_verdicts WHERE account_id = $1 AND method = 'declaration'`, [accountId])
  },
  async of(accountId) {
    const { rows } = await database.query<AgeVerdict>(
      'SELECT method, jurisdiction FROM age_verdicts WHERE account_id = $1',
      [accountId],
    )
    return rows
  },
})
