/**
 * Well: it answers with media. Gone: its host says that it is no more. Silent: nobody answers, or not with media.
 * Unasked: its host asks us to slow down, which says nothing of the link.
 */
export type LinkVerdict = 'well' | 'gone' | 'silent' | 'unasked'

/** What a host answers; undefined when it does not. */
export interface LinkAnswer {
  readonly status: number
  readonly contentType: string
}

const TOO_MANY_REQUESTS = 429
const GONE: ReadonlySet<number> = new Set([404, 410, 451])
// Content hosts that know no better send the last ones.
const MEDIA = /^(?:video|image)\/|^(?:application\/(?:mp4|octet-stream)|binary\/octet-stream)\b|^$/i

/** What an answer says of a link. Only a host that says so makes it gone: an outage may pass. */
export function linkVerdict(answer: LinkAnswer | undefined): LinkVerdict {
  if (!answer) return 'silent'
  if (GONE.has(answer.status)) return 'gone'
  if (answer.status === TOO_MANY_REQUESTS) return 'unasked'
  const given = answer.status === 200 || answer.status === 206
  return given && MEDIA.test(answer.contentType) ? 'well' : 'silent'
}
