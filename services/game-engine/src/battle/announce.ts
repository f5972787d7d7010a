import type { Announcement } from '../domain/index.js'
import type { EffectPublisher } from '../events/publish.js'
import type { ResultStore } from '../store/result-store.js'

/** Tells news and facts, and records outcomes. */
export const createAnnounce = (options: {
  publisher: EffectPublisher
  results: ResultStore
  /** Told when the outbox has something new. */
  onRecorded: () => void
}) =>
  async function announce(announcement: Announcement): Promise<void> {
    const { publisher, results, onRecorded } = options
    switch (announcement.kind) {
      case 'news':
        publisher.news(announcement.news)
        return
      case 'started':
        await publisher.started(announcement.started)
        return
      case 'finished':
        await results.record(announcement.outcome)
        onRecorded()
        return
    }
  }
