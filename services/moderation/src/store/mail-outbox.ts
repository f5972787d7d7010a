import { newId, type Transaction } from '@kla/chassis'
import type { MailOrder } from '../domain/mails/mail.js'

/** Takes down which letters have to be written, in the transaction of what they are about. */
export interface MailOutbox {
  /** The same letter once more is none. */
  write(tx: Transaction, order: MailOrder): Promise<void>
}

/** Where no mail is sent, nothing is taken down: what waited would go out once a mail server is configured. */
export const NO_MAIL: MailOutbox = { write: async () => undefined }

const INSERT = `
INSERT INTO mails (id, account_id, kind, subject_id, created_at, changed_at, due_at) VALUES ($1, $2, $3, $4, $5, $5, $5)
ON CONFLICT (kind, subject_id) DO NOTHING`

export const MAIL_OUTBOX: MailOutbox = {
  async write(tx, { accountId, kind, subjectId, atMs }) {
    await tx.query(INSERT, [newId(), accountId, kind, subjectId, new Date(atMs)])
  },
}
