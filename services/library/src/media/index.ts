import { counterOf, gauge, type Metrics } from '@kla/chassis'
import type { MediaCache } from './cache.js'
import { FETCH_OUTCOMES, type FetchOutcome } from './source.js'

export interface Measures {
  media(outcome: FetchOutcome): void
}

type Sizes = Pick<MediaCache, 'bytes' | 'notes'>

/** What this service counts beside what every service counts. `maxBytes`: of the cache. */
export function createMeasures(metrics: Metrics, cache: Sizes, maxBytes: number): Measures {
  const media = counterOf(
    metrics,
    'kla_media_total',
    'Media asked for, by where it came from.',
    'outcome',
    FETCH_OUTCOMES,
  )
  gauge(metrics, 'kla_media_cache_bytes', 'Size of all cached media.', function () {
    this.set(cache.bytes)
  })
  gauge(metrics, 'kla_media_cache_max_bytes', 'What it may grow to: then what was longest unused goes.').set(maxBytes)
  gauge(metrics, 'kla_media_cache_notes', 'Addresses and sources of which it is noted what they hold.', function () {
    this.set(cache.notes)
  })
  return { media: (outcome) => media.inc({ outcome }) }
}
