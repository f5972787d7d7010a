import { createRequire } from 'node:module'
import { createLogger, inRootSpan, runService } from '@kla/chassis'

/** A process that says what it has loaded, and writes one line in a span and one outside. */
const log = createLogger({ service: 'traced' })

await runService(() => ({
  async start() {
    const files = Object.keys(createRequire(import.meta.url).cache)
    // The bare interface comes with prom-client.
    const loaded = files.filter((file) => /@opentelemetry\/(?!api\/)|require-in-the-middle/.test(file))
    log.info({ loaded: loaded.length }, 'loaded')
    inRootSpan('some work', () => log.info('within'))
    log.info('outside')
    setInterval(() => undefined, 1_000)
  },
  async stop() {},
}))
