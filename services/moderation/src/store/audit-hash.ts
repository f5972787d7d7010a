import { createHash } from 'node:crypto'
import type { HashOf } from '../domain/audit/chain.js'

/** What a link of the audit log is hashed with. */
export const hashOf: HashOf = (content, previous) => createHash('sha256').update(previous).update(content).digest()
