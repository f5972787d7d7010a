import { counterOf, createReading, Gauge, type Metrics } from '@kla/chassis'

const EVERY_MS = 30_000

export const createMailMetrics = (metrics: Metrics) => ({
  tries: counterOf(
    metrics,
    'kla_moderation_mail_tries_total',
    'What became of tries to send a letter: sent, put off (it is tried again), failed (given up), or unsure (not sent again).',
    'outcome',
    ['sent', 'waiting', 'failed', 'unsure'],
  ),
})

export type MailMetrics = ReturnType<typeof createMailMetrics>

/** `oldest` in seconds; 0: none. */
export interface MailBacklog {
  readonly waiting: number
  readonly unsure: number
  readonly oldest: number
}

/** The same on all pods: take the maximum. */
export function measureMails(metrics: Metrics, readBacklog: () => Promise<MailBacklog>): void {
  const read = createReading(['waiting', 'unsure', 'oldest'], readBacklog, { everyMs: EVERY_MS })
  const registers = [metrics.registry]
  new Gauge({
    ...{ name: 'kla_moderation_mails', labelNames: ['state'] as const, registers },
    help: 'Letters that wait to be sent, and those of which nobody knows whether they were; the latter until they are erased.',
    async collect() {
      const { waiting, unsure } = await read()
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'unsure' }, unsure)
    },
  })
  new Gauge({
    ...{ name: 'kla_moderation_mail_oldest_seconds', registers },
    help: 'Age of the oldest letter that waits; 0: there is none.',
    async collect() {
      this.set((await read()).oldest)
    },
  })
}
