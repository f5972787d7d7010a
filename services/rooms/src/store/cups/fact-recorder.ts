import { inTransaction, insertFact, type Database, type OutboxFact } from '@kla/chassis'

/** Lays a fact in the outbox that tells of no change here. */
export type RecordFact = (fact: OutboxFact) => Promise<void>

export const createFactRecorder =
  (database: Database): RecordFact =>
  (fact) =>
    inTransaction(database, (tx) => insertFact(tx, fact))
