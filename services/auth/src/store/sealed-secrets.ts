import { inTransaction, type Database, type Transaction } from '@kla/chassis'

/** The box of a secret as it should be; undefined if it is. Throws when it cannot be opened. */
export type Renew = (sealed: Buffer, owner: number) => Buffer | undefined

/** How many secrets there are of each kind. */
export interface RenewedSecrets {
  readonly renewed: number
  /** Sealed as they should be already. */
  readonly kept: number
  /** No key opens them. */
  readonly unreadable: number
}

type Outcome = keyof RenewedSecrets

/** Seals the secrets of all administrators anew, one administrator at a time: no sign-in waits for the others. */
export async function renewSecrets(database: Database, renew: Renew): Promise<RenewedSecrets> {
  const counts: Record<Outcome, number> = { renewed: 0, kept: 0, unreadable: 0 }
  const { rows } = await database.query<{ id: number }>('SELECT id FROM administrators ORDER BY id')
  for (const { id } of rows) {
    for (const outcome of await inTransaction(database, (tx) => renewOf(tx, id, renew))) counts[outcome] += 1
  }
  return counts
}

async function renewOf(tx: Transaction, id: number, renew: Renew): Promise<Outcome[]> {
  const { rows } = await tx.query<{ totp_secret: Buffer | null; totp_pending: Buffer | null }>(
    'SELECT totp_secret, totp_pending FROM administrators WHERE id = $1 FOR UPDATE',
    [id],
  )
  const outcomes: Outcome[] = []
  const sealedAnew = (sealed: Buffer | null): Buffer | null => {
    if (sealed === null) return null
    const [box, outcome] = renewedOr(sealed, id, renew)
    outcomes.push(outcome)
    return box
  }
  for (const { totp_secret: secret, totp_pending: pending } of rows) {
    await tx.query('UPDATE administrators SET totp_secret = $2, totp_pending = $3 WHERE id = $1', [
      id,
      sealedAnew(secret),
      sealedAnew(pending),
    ])
  }
  return outcomes
}

function renewedOr(sealed: Buffer, owner: number, renew: Renew): [Buffer, Outcome] {
  try {
    const renewed = renew(sealed, owner)
    return renewed ? [renewed, 'renewed'] : [sealed, 'kept']
  } catch {
    return [sealed, 'unreadable']
  }
}
