import type { AuditRecorded } from '@kla/proto'
import type { AuditEntry } from './entry.js'

/** What an index can hold, with room to spare. */
const NAME_MAX = 200
const DETAILS_MAX = 20_000
const ACTION = /^[a-z][a-z.-]{0,60}$/
const KIND = /^[a-z]{0,40}$/

/** What another service tells of an administrator, as an entry; nothing when it cannot be one. */
export function entryOfFact(fact: AuditRecorded): AuditEntry | undefined {
  const { factId, atMs, actorId, actor, action, subjectKind, subjectId, details, requestId } = fact
  const sound =
    factId !== '' &&
    [factId, actor, subjectId, requestId].every((name) => name.length <= NAME_MAX) &&
    [atMs, actorId].every((value) => Number.isSafeInteger(value) && value >= 0) &&
    ACTION.test(action) &&
    KIND.test(subjectKind) &&
    details.length <= DETAILS_MAX &&
    isJson(details)
  if (!sound) return undefined
  return { factId, atMs, actorId, actor, action, subjectKind, subjectId, details, requestId, restricted: false }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
