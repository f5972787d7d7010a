import type { BanScope } from '@kla/proto/web'
import { endWords } from '../../shared/time/when-words.js'
import { readUserId } from '../subjects/read-user-id.js'
import { durationOf, type BanDraft } from './ban-draft.js'

const FROM: Readonly<Record<BanScope, string>> = {
  global: 'everything on Kla',
  rooms: 'rooms; a battle that is on ends at once',
  chat: 'the chat',
  api: 'shop, library and account',
}

/** What a draft would do if it were sent now, in one sentence; null while nobody is named. */
export function banSummary(draft: BanDraft, nowMs: number): string | null {
  const userId = readUserId(draft.userId)
  if (userId === null) return null
  const durationMs = durationOf(draft)
  const until = durationMs === null ? 'permanently' : `until ${endWords(new Date(nowMs + durationMs).toISOString())}`
  return `Bans user ${userId} ${until} from ${FROM[draft.scope]}.`
}
