import { counter, gauge, type Metrics } from '@kla/chassis'
import type { MediaCache } from './media/media-cache.js'
import type { FetchOutcome } from './media/media-source.js'

/** What this service counts beside what every service counts. */
export function createMeasures(metrics: Metrics, cache: MediaCache): { media(outcome: FetchOutcome): void } {
  const media = counter(metrics, 'kla_media_total', 'Media asked for, by where it came from.', ['outcome'])
  gauge(metrics, 'kla_media_cache_bytes', 'Size of all cached media.', function () {
    this.set(cache.bytes)
  })
  return { media: (outcome) => media.inc({ outcome }) }
}
