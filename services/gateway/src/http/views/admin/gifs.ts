import { GifState, type GifCheck, type RotationEntry } from '@kla/proto'
import type { GifCheckView, GifStateName, GifView } from '@kla/proto/web'
import { isoOf, textOrNull } from '../values.js'

const NAME: Readonly<Record<GifState, GifStateName>> = {
  [GifState.DRAFT]: 'draft',
  [GifState.LIVE]: 'live',
  [GifState.HIDDEN]: 'hidden',
  [GifState.BLOCKED]: 'blocked',
  // Whatever a newer library means, it is not said to be in the players' hands.
  [GifState.UNSPECIFIED]: 'draft',
  [GifState.UNRECOGNIZED]: 'draft',
}

export const STATE: Readonly<Record<GifStateName, GifState>> = {
  draft: GifState.DRAFT,
  live: GifState.LIVE,
  hidden: GifState.HIDDEN,
  blocked: GifState.BLOCKED,
}

export const gifView = (entry: RotationEntry): GifView => ({
  id: entry.id,
  gif_url: entry.gifUrl,
  thumbnail: entry.thumbnail,
  tags: entry.tags,
  visible: entry.state === GifState.LIVE ? 1 : 0,
  state: NAME[entry.state],
  broken: entry.broken,
  created_at: isoOf(entry.createdAtMs),
})

export const gifCheckView = ({ id, url, ok, visible, status, contentType }: GifCheck): GifCheckView => ({
  id,
  url,
  ok,
  visible: visible ? 1 : 0,
  status: status === 0 ? null : status,
  contentType: textOrNull(contentType),
})
